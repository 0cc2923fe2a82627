package analyse
import ("testing";"syscall";"time";"os";"github.com/awmc/awmc/compiler/parse";"github.com/awmc/awmc/compiler/check";"github.com/awmc/awmc/ir/diag";"context")
func cpu() time.Duration{ var r syscall.Rusage; syscall.Getrusage(0,&r); return time.Duration(r.Utime.Nano()+r.Stime.Nano())}
func TestCPU(t *testing.T){
 for _,path:=range []string{"../../envs/finance/ledger_bank.yaml","../../envs/retail/corner_books.yaml","../../envs/health/clinic_desk.yaml"} {
 src,_:=os.ReadFile(path)
 var a time.Duration
 n:=30
 for i:=0;i<n;i++{
  ds:=&diag.List{}
  spec:=parse.Parse(path,src,ds);  r:=check.Check(spec,ds); t2:=cpu(); Analyse(context.Background(),r,Options{Seeds:-1},ds); a+=cpu()-t2
 }
 t.Logf("%s analyse %v",path,a/time.Duration(n))
 }
}
