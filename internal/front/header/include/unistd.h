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

#endif
