/* <unistd.h>, POSIX */
#ifndef _UNISTD_H
#define _UNISTD_H

#include <heddle/types.h>
#include <heddle/null.h>

typedef __INTPTR_TYPE__ intptr_t;

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
#define _POSIX_VERSION 200809L
#define _POSIX_THREADS 200809L
#define _POSIX_BARRIERS 200809L
#define _POSIX_SPIN_LOCKS 200809L
#define _POSIX_TIMEOUTS 200809L
#define _POSIX_SEMAPHORES 200809L
#include <bits/confname.h>

extern char **environ;
extern char *optarg;
extern int optind, opterr, optopt;

unsigned sleep(unsigned seconds);
int usleep(useconds_t microseconds);
unsigned alarm(unsigned seconds);
useconds_t ualarm(useconds_t value, useconds_t interval);
int pause(void);
ssize_t read(int fd, void *buffer, size_t n);
ssize_t write(int fd, const void *buffer, size_t n);
ssize_t pread(int fd, void *buffer, size_t n, off_t offset);
ssize_t pwrite(int fd, const void *buffer, size_t n, off_t offset);
off_t lseek(int fd, off_t offset, int whence);
int close(int fd);
int dup(int fd);
int dup2(int fd, int to);
#ifdef _GNU_SOURCE
int dup3(int fd, int to, int flags);
#endif
int pipe(int fds[2]);
int access(const char *path, int mode);
int chdir(const char *path);
int fchdir(int fd);
char *getcwd(char *buffer, size_t n);
int chown(const char *path, uid_t owner, gid_t group);
int link(const char *from, const char *to);
int symlink(const char *from, const char *to);
ssize_t readlink(const char *restrict path, char *restrict buffer, size_t n);
int unlink(const char *path);
int rmdir(const char *path);
int truncate(const char *path, off_t n);
int ftruncate(int fd, off_t n);
int fsync(int fd);
int fdatasync(int fd);
void sync(void);
int isatty(int fd);
char *ttyname(int fd);
pid_t getpid(void);
pid_t getppid(void);
pid_t getpgrp(void);
pid_t getpgid(pid_t pid);
int setpgid(pid_t pid, pid_t group);
pid_t setsid(void);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
int setuid(uid_t id);
int seteuid(uid_t id);
int setgid(gid_t id);
pid_t fork(void);
pid_t vfork(void);
int execl(const char *path, const char *arg, ...);
int execlp(const char *file, const char *arg, ...);
int execle(const char *path, const char *arg, ...);
int execv(const char *path, char *const args[]);
int execvp(const char *file, char *const args[]);
int execve(const char *path, char *const args[], char *const env[]);
int nice(int increment);
_Noreturn void _exit(int status);
long sysconf(int name);
long pathconf(const char *path, int name);
int gethostname(char *name, size_t n);
int getpagesize(void);
int getdtablesize(void);
int getopt(int argc, char *const argv[], const char *options);
int brk(void *address);
void *sbrk(intptr_t increment);
long syscall(long number, ...);
int daemon(int nochdir, int noclose);
char *getlogin(void);
int getentropy(void *to, size_t n);
#ifdef _GNU_SOURCE
#define TEMP_FAILURE_RETRY(call)                                \
	({                                                      \
		long __result;                                  \
		do                                              \
			__result = (long)(call);                \
		while (__result == -1 && errno == EINTR);       \
		__result;                                       \
	})
pid_t gettid(void);
int pipe2(int fds[2], int flags);
#endif

#define _XOPEN_VERSION 700
#define _POSIX2_VERSION 200809L
#define _POSIX_ASYNCHRONOUS_IO 200809L
#define _POSIX_CLOCK_SELECTION 200809L
#define _POSIX_CPUTIME 0
#define _POSIX_THREAD_CPUTIME 0
#define _POSIX_FSYNC 200809L
#define _POSIX_IPV6 200809L
#define _POSIX_JOB_CONTROL 1
#define _POSIX_MAPPED_FILES 200809L
#define _POSIX_MEMLOCK 200809L
#define _POSIX_MEMLOCK_RANGE 200809L
#define _POSIX_MEMORY_PROTECTION 200809L
#define _POSIX_MESSAGE_PASSING 200809L
#define _POSIX_MONOTONIC_CLOCK 0
#define _POSIX_PRIORITIZED_IO 200809L
#define _POSIX_PRIORITY_SCHEDULING 200809L
#define _POSIX_RAW_SOCKETS 200809L
#define _POSIX_READER_WRITER_LOCKS 200809L
#define _POSIX_REALTIME_SIGNALS 200809L
#define _POSIX_REGEXP 1
#define _POSIX_SAVED_IDS 1
#define _POSIX_SHARED_MEMORY_OBJECTS 200809L
#define _POSIX_SHELL 1
#define _POSIX_SPAWN 200809L
#define _POSIX_SPORADIC_SERVER (-1)
#define _POSIX_SYNCHRONIZED_IO 200809L
#define _POSIX_THREAD_ATTR_STACKADDR 200809L
#define _POSIX_THREAD_ATTR_STACKSIZE 200809L
#define _POSIX_THREAD_PRIO_INHERIT 200809L
#define _POSIX_THREAD_PRIO_PROTECT 200809L
#define _POSIX_THREAD_ROBUST_PRIO_INHERIT 200809L
#define _POSIX_THREAD_ROBUST_PRIO_PROTECT (-1)
#define _POSIX_THREAD_PRIORITY_SCHEDULING 200809L
#define _POSIX_THREAD_PROCESS_SHARED 200809L
#define _POSIX_THREAD_SAFE_FUNCTIONS 200809L
#define _POSIX_THREAD_SPORADIC_SERVER (-1)
#define _POSIX_TIMERS 200809L
#define _POSIX_TRACE (-1)
#define _POSIX_TYPED_MEMORY_OBJECTS (-1)
#define _POSIX_CHOWN_RESTRICTED 0
#define _POSIX_NO_TRUNC 1
#define _POSIX_VDISABLE '\0'
#define _PC_LINK_MAX 0
#define _PC_MAX_CANON 1
#define _PC_MAX_INPUT 2
#define _PC_NAME_MAX 3
#define _PC_PATH_MAX 4
#define _PC_PIPE_BUF 5
#define _PC_CHOWN_RESTRICTED 6
#define _PC_NO_TRUNC 7
#define _PC_VDISABLE 8
#define _PC_SYNC_IO 9
#define _PC_ASYNC_IO 10
#define _PC_PRIO_IO 11
#define _PC_FILESIZEBITS 13
#define _PC_REC_INCR_XFER_SIZE 14
#define _PC_REC_MAX_XFER_SIZE 15
#define _PC_REC_MIN_XFER_SIZE 16
#define _PC_REC_XFER_ALIGN 17
#define _PC_ALLOC_SIZE_MIN 18
#define _PC_SYMLINK_MAX 19
#define _PC_2_SYMLINKS 20
#define _CS_PATH 0
#define F_ULOCK 0
#define F_LOCK 1
#define F_TLOCK 2
#define F_TEST 3

size_t confstr(int name, char *buffer, size_t n);
int faccessat(int dir, const char *path, int mode, int flags);
int fchown(int fd, uid_t owner, gid_t group);
int fchownat(int dir, const char *path, uid_t owner, gid_t group, int flags);
int lchown(const char *path, uid_t owner, gid_t group);
int fexecve(int fd, char *const args[], char *const env[]);
long fpathconf(int fd, int name);
int getgroups(int n, gid_t groups[]);
int getlogin_r(char *name, size_t n);
long gethostid(void);
pid_t getsid(pid_t pid);
int linkat(int from_dir, const char *from, int to_dir, const char *to, int flags);
ssize_t readlinkat(int dir, const char *restrict path, char *restrict buffer, size_t n);
int symlinkat(const char *from, int dir, const char *to);
int unlinkat(int dir, const char *path, int flags);
int setegid(gid_t id);
int setregid(gid_t real, gid_t effective);
int setreuid(uid_t real, uid_t effective);
pid_t setpgrp(void);
pid_t tcgetpgrp(int fd);
int tcsetpgrp(int fd, pid_t group);
int ttyname_r(int fd, char *name, size_t n);
int lockf(int fd, int command, off_t n);
char *crypt(const char *key, const char *salt);
#if defined _XOPEN_SOURCE || defined _GNU_SOURCE
void encrypt(char block[64], int decode);
void swab(const void *restrict from, void *restrict to, ssize_t n);
#endif
#ifdef _GNU_SOURCE
int getresuid(uid_t *real, uid_t *effective, uid_t *saved);
int getresgid(gid_t *real, gid_t *effective, gid_t *saved);
int setresuid(uid_t real, uid_t effective, uid_t saved);
int setresgid(gid_t real, gid_t effective, gid_t saved);
int sethostname(const char *name, size_t n);
#endif

#define CLOSE_RANGE_CLOEXEC 4
#define CLOSE_RANGE_UNSHARE 2
#define L_INCR 1
#define L_SET 0
#define L_XTND 2
#define SEEK_DATA 3
#define SEEK_HOLE 4

#define _POSIX2_CHAR_TERM 200809L
#define _POSIX2_C_BIND 200809L
#define _POSIX2_C_DEV 200809L
#define _POSIX2_C_VERSION 200809L
#define _POSIX2_LOCALEDEF 200809L
#define _POSIX2_SW_DEV 200809L
#define _POSIX_ADVISORY_INFO 200809L
#define _POSIX_ASYNC_IO 1
#define _POSIX_REENTRANT_FUNCTIONS 1
#define _XOPEN_ENH_I18N 1
#define _XOPEN_REALTIME 1
#define _XOPEN_REALTIME_THREADS 1
#define _XOPEN_SHM 1
#define _XOPEN_UNIX 1
#define _XOPEN_XCU_VERSION 4

#endif
