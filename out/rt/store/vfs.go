package store

import (
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// The databases of instances are files of a file system of our own (a "VFS"
// in SQLite's words) that keeps only the pages that differ from the starting
// state. Exchanging the pages under an open connection is what makes
// resetting, forking and parking instances cost next to nothing: a handful
// of connections, whose schema is parsed and whose statements are prepared,
// serves any number of instances.
//
// The schema cookie and the root pages are the same for all states of an
// environment, so SQLite has no reason to parse or prepare anything again.
// Its page cache is another matter, see file.exchanged.

const vfsName = "awmc"

// file is one open database file.
type file struct {
	pages    *pages
	readOnly bool
	// exchanged is set when pages was replaced. SQLite decides by the 16
	// bytes from offset 24 whether another connection has written and its
	// cache must go. The counters there may well be the same in two
	// instances, so the first read of them is given other ones.
	exchanged bool
}

// show makes the file hold other pages.
func (f *file) show(p *pages) {
	f.pages = p
	f.exchanged = true
}

// files are the open files by number. Reading the table takes no lock: it is
// replaced, never changed.
var files struct {
	mu    sync.Mutex
	table atomic.Pointer[[]*file]
}

// addFile gives a file a number, which is also its name.
func addFile(f *file) int {
	files.mu.Lock()
	defer files.mu.Unlock()
	var table []*file
	if old := files.table.Load(); old != nil {
		table = append(table, *old...)
	}
	n := 0
	for n < len(table) && table[n] != nil {
		n++
	}
	if n == len(table) {
		table = append(table, nil)
	}
	table[n] = f
	files.table.Store(&table)
	return n
}

func removeFile(n int) {
	files.mu.Lock()
	defer files.mu.Unlock()
	table := append([]*file(nil), *files.table.Load()...)
	table[n] = nil
	files.table.Store(&table)
}

func fileName(n int) string { return "/" + strconv.Itoa(n) }

// fileNumbered returns nil for a number that is not in use.
func fileNumbered(n int) *file {
	table := files.table.Load()
	if table == nil || n < 0 || n >= len(*table) {
		return nil
	}
	return (*table)[n]
}

// handle is what SQLite allocates for an open file of ours.
type handle struct {
	methods uintptr
	number  uintptr
}

func handleAt(p uintptr) *handle { return (*handle)(pointer(p)) }

func (h *handle) file() *file { return fileNumbered(int(h.number)) }

// pointer converts an address that SQLite passed, in memory that Go's
// collector does not manage.
func pointer(p uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }

func memory(p uintptr, n int32) []byte { return unsafe.Slice((*byte)(pointer(p)), n) }

// funcPointer is the address by which transpiled C calls a Go function that
// is declared at package level.
func funcPointer[T any](f T) uintptr { return *(*uintptr)(unsafe.Pointer(&struct{ f T }{f})) }

// registerVFS makes the file system known to SQLite, once in a process. What
// it allocates lives as long.
var registerVFS = sync.OnceValue(func() error {
	tls := libc.NewTLS()
	defer tls.Close()
	methods := libc.Xcalloc(tls, 1, libc.Tsize_t(unsafe.Sizeof(sqlite3.Tsqlite3_io_methods{})))
	vfs := libc.Xcalloc(tls, 1, libc.Tsize_t(unsafe.Sizeof(sqlite3.Tsqlite3_vfs{})))
	name, err := libc.CString(vfsName)
	if err != nil {
		return err
	}
	ioMethods = methods
	*(*sqlite3.Tsqlite3_io_methods)(pointer(methods)) = sqlite3.Tsqlite3_io_methods{
		FiVersion:               1,
		FxClose:                 funcPointer(fileClose),
		FxRead:                  funcPointer(fileRead),
		FxWrite:                 funcPointer(fileWrite),
		FxTruncate:              funcPointer(fileTruncate),
		FxSync:                  funcPointer(fileSync),
		FxFileSize:              funcPointer(fileSize),
		FxLock:                  funcPointer(fileLock),
		FxUnlock:                funcPointer(fileLock),
		FxCheckReservedLock:     funcPointer(fileCheckReservedLock),
		FxFileControl:           funcPointer(fileControl),
		FxSectorSize:            funcPointer(fileSectorSize),
		FxDeviceCharacteristics: funcPointer(fileDeviceCharacteristics),
	}
	*(*sqlite3.Tsqlite3_vfs)(pointer(vfs)) = sqlite3.Tsqlite3_vfs{
		FiVersion:          2,
		FszOsFile:          int32(unsafe.Sizeof(handle{})),
		FmxPathname:        64,
		FzName:             name,
		FxOpen:             funcPointer(vfsOpen),
		FxDelete:           funcPointer(vfsDelete),
		FxAccess:           funcPointer(vfsAccess),
		FxFullPathname:     funcPointer(vfsFullPathname),
		FxRandomness:       funcPointer(vfsRandomness),
		FxSleep:            funcPointer(vfsSleep),
		FxCurrentTime:      funcPointer(vfsCurrentTime),
		FxGetLastError:     funcPointer(vfsGetLastError),
		FxCurrentTimeInt64: funcPointer(vfsCurrentTime),
	}
	if rc := sqlite3.Xsqlite3_vfs_register(tls, vfs, 0); rc != sqlite3.SQLITE_OK {
		return errorCode(rc)
	}
	return nil
})

// ioMethods is the address of the files' method table.
var ioMethods uintptr

type errorCode int32

func (e errorCode) Error() string {
	return "SQLite refused the file system: code " + strconv.Itoa(int(e))
}

func vfsOpen(_ *libc.TLS, _, zName, pFile uintptr, flags int32, pOutFlags uintptr) int32 {
	h := handleAt(pFile)
	h.methods = 0 // SQLite does not close a file without methods
	if zName == 0 || flags&sqlite3.SQLITE_OPEN_MAIN_DB == 0 {
		// Journals and temporary tables are kept in memory by pragmas.
		return sqlite3.SQLITE_CANTOPEN
	}
	n, err := strconv.Atoi(strings.TrimPrefix(libc.GoString(zName), "/"))
	if err != nil {
		return sqlite3.SQLITE_CANTOPEN
	}
	f := fileNumbered(n)
	if f == nil {
		return sqlite3.SQLITE_CANTOPEN
	}
	if f.readOnly {
		flags = flags&^sqlite3.SQLITE_OPEN_READWRITE | sqlite3.SQLITE_OPEN_READONLY
	}
	if pOutFlags != 0 {
		*(*int32)(pointer(pOutFlags)) = flags
	}
	h.methods, h.number = ioMethods, uintptr(n)
	return sqlite3.SQLITE_OK
}

func vfsDelete(_ *libc.TLS, _, _ uintptr, _ int32) int32 { return sqlite3.SQLITE_OK }

// vfsAccess says that no journal is left from a crash.
func vfsAccess(_ *libc.TLS, _, _ uintptr, _ int32, pResOut uintptr) int32 {
	*(*int32)(pointer(pResOut)) = 0
	return sqlite3.SQLITE_OK
}

func vfsFullPathname(_ *libc.TLS, _, zName uintptr, nOut int32, zOut uintptr) int32 {
	out := memory(zOut, nOut)
	name := libc.GoString(zName)
	if len(name) >= len(out) {
		return sqlite3.SQLITE_CANTOPEN
	}
	out[copy(out, name)] = 0
	return sqlite3.SQLITE_OK
}

// vfsRandomness gives no chance away: nothing an instance does may depend on
// it.
func vfsRandomness(_ *libc.TLS, _ uintptr, n int32, p uintptr) int32 {
	clear(memory(p, n))
	return n
}

func vfsSleep(_ *libc.TLS, _ uintptr, microseconds int32) int32 { return microseconds }

// vfsCurrentTime refuses the real clock, also to what reaches it around the
// functions that are replaced.
func vfsCurrentTime(_ *libc.TLS, _, _ uintptr) int32 { return sqlite3.SQLITE_ERROR }

func vfsGetLastError(_ *libc.TLS, _ uintptr, _ int32, _ uintptr) int32 { return 0 }

func fileClose(_ *libc.TLS, _ uintptr) int32 { return sqlite3.SQLITE_OK }

func fileRead(_ *libc.TLS, pFile, p uintptr, n int32, off int64) int32 {
	f := handleAt(pFile).file()
	b := memory(p, n)
	if k := f.pages.read(b, off); k < len(b) {
		clear(b[k:])
		return sqlite3.SQLITE_IOERR_SHORT_READ
	}
	if f.exchanged && off == 24 && n == 16 {
		f.exchanged = false
		b[0] ^= 0xff
	}
	return sqlite3.SQLITE_OK
}

func fileWrite(_ *libc.TLS, pFile, p uintptr, n int32, off int64) int32 {
	f := handleAt(pFile).file()
	if f.readOnly {
		return sqlite3.SQLITE_READONLY
	}
	f.pages.write(memory(p, n), off)
	return sqlite3.SQLITE_OK
}

func fileTruncate(_ *libc.TLS, pFile uintptr, size int64) int32 {
	f := handleAt(pFile).file()
	if f.readOnly {
		return sqlite3.SQLITE_READONLY
	}
	f.pages.truncate(size)
	return sqlite3.SQLITE_OK
}

func fileSync(_ *libc.TLS, _ uintptr, _ int32) int32 { return sqlite3.SQLITE_OK }

func fileSize(_ *libc.TLS, pFile, pSize uintptr) int32 {
	*(*int64)(pointer(pSize)) = handleAt(pFile).file().pages.size
	return sqlite3.SQLITE_OK
}

// fileLock has nothing to do: a state is shown to one connection at a time.
func fileLock(_ *libc.TLS, _ uintptr, _ int32) int32 { return sqlite3.SQLITE_OK }

func fileCheckReservedLock(_ *libc.TLS, _, pResOut uintptr) int32 {
	*(*int32)(pointer(pResOut)) = 0
	return sqlite3.SQLITE_OK
}

func fileControl(_ *libc.TLS, _ uintptr, _ int32, _ uintptr) int32 { return sqlite3.SQLITE_NOTFOUND }

func fileSectorSize(_ *libc.TLS, _ uintptr) int32 { return pageSize }

func fileDeviceCharacteristics(_ *libc.TLS, _ uintptr) int32 {
	return sqlite3.SQLITE_IOCAP_ATOMIC | sqlite3.SQLITE_IOCAP_POWERSAFE_OVERWRITE | sqlite3.SQLITE_IOCAP_SAFE_APPEND | sqlite3.SQLITE_IOCAP_SEQUENTIAL
}
