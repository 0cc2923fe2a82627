package analyse
import ("testing";"syscall";"time";"os";"github.com/awmc/awmc/compiler/parse";"github.com/awmc/awmc/compiler/check";"github.com/awmc/awmc/ir/diag";"context")
func cpu() time.Duration{ var r syscall.Rusage; syscall.Getrusage(0,&r); return time.Duration(r.Utime.Nano()+r.Stime.Nano())}
func TestCPU(t *testing.T){
 for _,path:=range []string{"../../envs/finance/ledger_bank.yaml","../../envs/retail/corner_books.yaml","../../envs/health/clinic_desk.yaml"} {
 src,_:=os.ReadFile(path)
 var p,c,a,f,s time.Duration
 n:=10
 for i:=0;i<n+1;i++{
  ds:=&diag.List{}
  t0:=cpu(); spec:=parse.Parse(path,src,ds); t1:=cpu(); r:=check.Check(spec,ds); t2:=cpu(); Analyse(context.Background(),r,Options{Seeds:-1},ds); t3:=cpu()
  spec=parse.Parse(path,src,ds); r=check.Check(spec,ds); t4:=cpu(); Analyse(context.Background(),r,Options{},ds); t5:=cpu()
  t6:=t5; if i==0 {spec=parse.Parse(path,src,ds); r=check.Check(spec,ds); t5=cpu(); Analyse(context.Background(),r,Options{Seeds:25},ds); t6=cpu(); s=t6-t5; continue}
  p+=t1-t0;c+=t2-t1;a+=t3-t2;f+=t5-t4
 }
 t.Logf("%s parse %v check %v analyse %v with seed0 %v with 25 %v",path,p/time.Duration(n),c/time.Duration(n),a/time.Duration(n),f/time.Duration(n), s)
 }
}
