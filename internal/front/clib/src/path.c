/* path.c - names of files and directories. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>
#include "channel.h"
#include "file.h"
#include "intrinsics.h"
#include "stream.h"

int __heddle_may_fail(void);
int __heddle_may_be(void);

/* Whether nothing is known of a name, since it is relative to another directory; -1: the call fails. */
static int __heddle_elsewhere(int dir, const char *name)
{
	if (dir == AT_FDCWD || *name == '/')
		return 0;
	if (HEDDLE_REFUSED(dir, "a directory", ENOTDIR, ENOTDIR))
		return -1;
	if (__heddle_lose_hook)
		__heddle_lose_hook();
	return 1;
}

int openat(int dir, const char *name, int flags, ...)
{
	return __heddle_elsewhere(dir, name) < 0 ? -1 : open(name, flags);
}

int access(const char *name, int mode)
{
	int there;

	(void)mode;
	__heddle_read_string(name, -1);
	there = HEDDLE_ON_PATH(name, 0, HEDDLE_PATH_FIND, 0);
	return there == HEDDLE_OUTSIDE ? __heddle_may_be() : there;
}

int unlink(const char *name)
{
	__heddle_read_string(name, -1);
	return __heddle_may_fail() || HEDDLE_ON_PATH(name, 0, HEDDLE_PATH_UNLINK, 0) == -1 ? -1 : 0;
}

int unlinkat(int dir, const char *name, int flags)
{
	if (__heddle_elsewhere(dir, name) < 0)
		return -1;
	return flags & AT_REMOVEDIR ? rmdir(name) : unlink(name);
}

int faccessat(int dir, const char *name, int mode, int flags)
{
	(void)flags;
	return __heddle_elsewhere(dir, name) < 0 ? -1 : access(name, mode);
}

int renameat(int from_dir, const char *from, int to_dir, const char *to)
{
	return __heddle_elsewhere(from_dir, from) < 0 || __heddle_elsewhere(to_dir, to) < 0 ? -1 : rename(from, to);
}

int truncate(const char *name, off_t size)
{
	int fd = open(name, O_WRONLY), result;

	if (fd == -1)
		return -1;
	result = ftruncate(fd, size);
	close(fd);
	return result;
}

int rmdir(const char *name)
{
	__heddle_read_string(name, -1);
	return __heddle_may_fail();
}

/* Names then mean other files. */
int chdir(const char *name)
{
	__heddle_read_string(name, -1);
	if (__heddle_lose_hook)
		__heddle_lose_hook();
	return __heddle_may_fail();
}

/* Any name of n characters but the character 0. */
void __heddle_any_name(char *to, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = (char)__heddle_pick(1, 255);
}

/* The directory is the root, or has any name. */
char *getcwd(char *to, size_t n)
{
	size_t length;

	if (__heddle_may_fail())
		return 0;
	if (!to) {
		n = n ? n : PATH_MAX;
		if (!(to = malloc(n)))
			return 0;
	}
	if (n < 2) {
		errno = ERANGE;
		return 0;
	}
	length = (size_t)__heddle_pick(1, n - 1);
	to[0] = '/';
	__heddle_any_name(to + 1, length - 1);
	to[length] = 0;
	return to;
}

/* The name is any absolute one, for which the buffer of the caller has room. */
char *realpath(const char *restrict name, char *restrict to)
{
	__heddle_read_string(name, -1);
	return getcwd(to, PATH_MAX);
}

/* The target of a link has no 0 at its end. */
ssize_t readlink(const char *restrict name, char *restrict to, size_t n)
{
	ssize_t got;

	__heddle_read_string(name, -1);
	if (__heddle_may_be())
		return -1;
	got = (ssize_t)__heddle_pick(1, n);
	__heddle_any_name(to, (size_t)got);
	return got;
}
