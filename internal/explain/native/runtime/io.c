/*
 * io.c - calls on files. They return the results of the plan, as long as it has
 * values for them in the calling thread; then they return those of the system.
 */
#include "access.h"
#include "turn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum outcome { UNPLANNED, FAILS, WORKS };

/* Whether the plan has the call fail, with errno. */
static enum outcome outcome(const char *call)
{
	struct heddle_input in;

	if (!heddle_input(call, &in))
		return UNPLANNED;
	if (in.lo == 0)
		return WORKS;
	if (heddle_input(call, &in))
		errno = (int)in.lo;
	return FAILS;
}

static long long value(const char *call)
{
	struct heddle_input in = { call, 0, 0 };

	heddle_input(call, &in);
	return (long long)in.lo;
}

/* A call whose result is a number, or that of the system's. */
#define PLANNED(call, result, otherwise)       \
	switch (outcome(call)) {               \
	case UNPLANNED: return otherwise;      \
	case FAILS: return -1;                 \
	case WORKS: break;                     \
	}                                      \
	return result

WEAK int heddle_open(const char *name, int flags, int mode) { PLANNED("open", (int)value("open"), open(name, flags, mode)); }
WEAK int heddle_creat(const char *name, mode_t mode) { PLANNED("creat", (int)value("creat"), creat(name, mode)); }
WEAK int heddle_close(int fd) { PLANNED("close", 0, close(fd)); }
WEAK int heddle_fsync(int fd) { PLANNED("fsync", 0, fsync(fd)); }
WEAK int heddle_ftruncate(int fd, off_t n) { PLANNED("ftruncate", 0, ftruncate(fd, n)); }
WEAK int heddle_unlink(const char *name) { PLANNED("unlink", 0, unlink(name)); }
WEAK off_t heddle_lseek(int fd, off_t n, int whence) { PLANNED("lseek", (off_t)value("lseek"), lseek(fd, n, whence)); }

static ssize_t get(const char *call, char *to, const void *pc)
{
	ssize_t i, n = (ssize_t)value(call);

	for (i = 0; i < n; i++) {
		heddle_access_range(to + i, 1, HEDDLE_WRITE, call, pc);
		to[i] = (char)value(call);
	}
	return n;
}

static ssize_t put(const char *call, const char *from, size_t n, const void *pc)
{
	heddle_access_range(from, n, HEDDLE_READ, call, pc);
	return (ssize_t)value(call);
}

WEAK ssize_t heddle_read(int fd, void *to, size_t n) { PLANNED("read", get("read", to, PC), read(fd, to, n)); }
WEAK ssize_t heddle_pread(int fd, void *to, size_t n, off_t at) { PLANNED("pread", get("pread", to, PC), pread(fd, to, n, at)); }
WEAK ssize_t heddle_write(int fd, const void *from, size_t n) { PLANNED("write", put("write", from, n, PC), write(fd, from, n)); }
WEAK ssize_t heddle_pwrite(int fd, const void *from, size_t n, off_t at) { PLANNED("pwrite", put("pwrite", from, n, PC), pwrite(fd, from, n, at)); }

/* The fields in the order in which the plan has them. */
static int fill(const char *call, struct stat *s)
{
	memset(s, 0, sizeof *s);
	s->st_dev = (dev_t)value(call);
	s->st_ino = (ino_t)value(call);
	s->st_mode = (mode_t)value(call);
	s->st_nlink = (nlink_t)value(call);
	s->st_uid = (uid_t)value(call);
	s->st_gid = (gid_t)value(call);
	s->st_rdev = (dev_t)value(call);
	s->st_size = (off_t)value(call);
	s->st_blksize = value(call);
	s->st_blocks = value(call);
	s->st_atim.tv_sec = (time_t)value(call);
	s->st_atim.tv_nsec = (long)value(call);
	s->st_mtim.tv_sec = (time_t)value(call);
	s->st_mtim.tv_nsec = (long)value(call);
	s->st_ctim.tv_sec = (time_t)value(call);
	s->st_ctim.tv_nsec = (long)value(call);
	return 0;
}

WEAK int heddle_fstat(int fd, struct stat *s) { PLANNED("fstat", fill("fstat", s), fstat(fd, s)); }

/* A signal comes if the plan has one; else the thread waits for ever. */
WEAK int heddle_sigwait(const sigset_t *set, int *number)
{
	struct heddle_input in;

	(void)set;
	if (!heddle_input("sigwait", &in) || in.lo == 0)
		heddle_stop();
	*number = (int)value("sigwait") + 1;
	return 0;
}
