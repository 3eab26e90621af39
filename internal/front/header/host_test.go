package header

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/testkit/peer"
	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var long = testflag.Long()

// standard lists the headers of C17 and POSIX.1-2017.
const standard = `aio.h arpa/inet.h assert.h complex.h cpio.h ctype.h dirent.h dlfcn.h errno.h fcntl.h fenv.h float.h fmtmsg.h
	fnmatch.h ftw.h glob.h grp.h iconv.h inttypes.h iso646.h langinfo.h libgen.h limits.h locale.h math.h monetary.h mqueue.h
	ndbm.h net/if.h netdb.h netinet/in.h netinet/tcp.h nl_types.h poll.h pthread.h pwd.h regex.h sched.h search.h
	semaphore.h setjmp.h signal.h spawn.h stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h
	stdnoreturn.h string.h strings.h stropts.h sys/ipc.h sys/mman.h sys/msg.h sys/resource.h sys/select.h sys/sem.h
	sys/shm.h sys/socket.h sys/stat.h sys/statvfs.h sys/time.h sys/times.h sys/types.h sys/uio.h sys/un.h sys/utsname.h
	sys/wait.h syslog.h tar.h termios.h tgmath.h threads.h time.h trace.h uchar.h ulimit.h unistd.h utime.h utmpx.h
	wchar.h wctype.h wordexp.h`

// TestStandardHeaders checks that every header of the standards exists, and with -long that gcc accepts every
// ordered pair of them.
func TestStandardHeaders(t *testing.T) {
	names := strings.Fields(standard)
	for _, h := range names {
		if _, ok := Open(h); !ok {
			t.Errorf("<%s> is missing", h)
		}
	}
	if !*long {
		return
	}
	for _, a := range names {
		for _, b := range names {
			gcc(t, "-m64", "#include <"+a+">\n#include <"+b+">\n", "-nostdinc", "-Iinclude")
		}
	}
}

var (
	comments   = regexp.MustCompile(`(?s)/\*.*?\*/`)
	directives = regexp.MustCompile(`(?m)^#.*$`)
	continued  = strings.NewReplacer("\\\n", "")
	declarator = regexp.MustCompile(`(\w+) ?\([^)]`)
)

// functions returns the function declarations in the text of a header, each in one line.
func functions(text string) (out []string) {
	text = directives.ReplaceAllString(continued.Replace(comments.ReplaceAllString(text, "")), "")
	depth, start := 0, 0
	for i, c := range text {
		switch {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case c == ';' && depth == 0:
			line := strings.Join(strings.Fields(text[start:i+1]), " ")
			start = i + 1
			if strings.HasSuffix(line, ");") && !strings.ContainsAny(line, "{") && !strings.HasPrefix(line, "typedef") &&
				!strings.Contains(line, "__asm__") && !strings.Contains(line, "__heddle") {
				out = append(out, line)
			}
		}
	}
	return out
}

// TestHostPrototypes repeats our declarations of functions behind the host's headers. gcc finds no conflict.
// For _GNU_SOURCE glibc gives some functions parameters of an enumeration, and another basename: the headers of
// these are read without the macro.
func TestHostPrototypes(t *testing.T) {
	peer.NeedGCC(t)
	peer.NeedHeaders(t, "pthread.h", "gnu/stubs-64.h")
	plain := map[string]bool{"sys/resource.h": true, "sys/time.h": true, "libgen.h": true}
	for _, gnu := range []bool{true, false} {
		var includes, list strings.Builder
		if gnu {
			includes.WriteString("#define _GNU_SOURCE\n")
		}
		for _, h := range Names() {
			if plain[h] == gnu || strings.HasPrefix(h, "bits/") || strings.HasPrefix(h, "linux/") || !onHost(h) {
				continue
			}
			includes.WriteString("#include <" + h + ">\n")
			text, _ := Open(h)
			for _, line := range functions(string(text)) {
				if m := declarator.FindStringSubmatch(line); m != nil {
					list.WriteString("#undef " + m[1] + "\n")
				}
				list.WriteString(line + "\n")
			}
		}
		gcc(t, "-m64", includes.String()+list.String(), "-w")
	}
}

// onHost reports whether the host has a header.
func onHost(h string) bool {
	for _, dir := range []string{"/usr/include", "/usr/include/x86_64-linux-gnu"} {
		if _, err := os.Stat(filepath.Join(dir, h)); err == nil {
			return true
		}
	}
	return false
}
