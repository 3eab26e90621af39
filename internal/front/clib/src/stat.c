/*
 * stat.c - the data of files: any values, and calls may fail.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include "channel.h"
#include "file.h"
#include "intrinsics.h"
#include "shared.h"
#include "stream.h"

int __heddle_may_fail(void);
int __heddle_may_be(void);

#define ANY(x) ((x) = __heddle_choose((__typeof__(x))0, HEDDLE_CHOOSE_IO))
#define ANY_TIME(t) (ANY((t).tv_sec), (t).tv_nsec = (long)__heddle_pick(0, 999999999))

/* Any data. */
static void __heddle_any_stat(struct stat *s)
{
	ANY(s->st_dev);
	ANY(s->st_ino);
	ANY(s->st_mode);
	ANY(s->st_nlink);
	ANY(s->st_uid);
	ANY(s->st_gid);
	ANY(s->st_rdev);
	s->st_size = (off_t)__heddle_pick(0, (unsigned long)-1 >> 1);
	s->st_blksize = (blksize_t)__heddle_pick(1, 1 << 20);
	s->st_blocks = (blkcnt_t)__heddle_pick(0, (unsigned long)-1 >> 1);
	ANY_TIME(s->st_atim);
	ANY_TIME(s->st_mtim);
	ANY_TIME(s->st_ctim);
}

static int __heddle_stat(struct stat *s)
{
	if (__heddle_may_be())
		return -1;
	__heddle_any_stat(s);
	return 0;
}

/* The data of a file with a size that may be known. */
static int __heddle_stat_file(struct stat *s, off_t size)
{
	__heddle_any_stat(s);
	s->st_mode = S_IFREG | (s->st_mode & 07777);
	if (size != HEDDLE_OUTSIDE)
		s->st_size = size;
	return 0;
}

void (*__heddle_status_hook)(int fd, struct stat *s);

int fstat(int fd, struct stat *s)
{
	if (__heddle_status_hook && HEDDLE_IS_SHARED(fd)) {
		__heddle_any_stat(s);
		__heddle_status_hook(fd, s);
		return 0;
	}
	if (__heddle_file_hook && HEDDLE_IS_FILE(fd)) {
		off_t size = __heddle_file_hook(fd, 0, HEDDLE_FILE_SIZE);

		return size == -1 ? -1 : __heddle_stat_file(s, size);
	}
	return HEDDLE_REFUSED(fd, "fstat", 0, 0) ? -1 : __heddle_stat(s);
}

int stat(const char *restrict path, struct stat *restrict s)
{
	off_t size = HEDDLE_OUTSIDE;
	int there;

	__heddle_read_string(path, -1);
	there = HEDDLE_ON_PATH(path, 0, HEDDLE_PATH_FIND, &size);
	if (there == 0)
		return __heddle_stat_file(s, size);
	return there == HEDDLE_OUTSIDE ? __heddle_stat(s) : -1;
}

int fstatat(int dir, const char *restrict path, struct stat *restrict s, int flags)
{
	if (flags & AT_EMPTY_PATH && !*path)
		return fstat(dir, s);
	if (dir == AT_FDCWD || *path == '/')
		return stat(path, s);
	return HEDDLE_REFUSED(dir, "fstatat", ENOTDIR, ENOTDIR) ? -1 : __heddle_stat(s);
}

int lstat(const char *restrict path, struct stat *restrict s)
{
	return stat(path, s);
}

/* The names of older C libraries. */
int __xstat(int version, const char *path, struct stat *s)
{
	(void)version;
	return stat(path, s);
}

int __lxstat(int version, const char *path, struct stat *s)
{
	(void)version;
	return stat(path, s);
}

int __fxstat(int version, int fd, struct stat *s)
{
	(void)version;
	return fstat(fd, s);
}

int mkdir(const char *path, mode_t mode)
{
	(void)mode;
	__heddle_read_string(path, -1);
	return __heddle_may_fail();
}

int chmod(const char *path, mode_t mode)
{
	return mkdir(path, mode);
}
