/* fopen.c - opening, closing, positions and names of files with streams. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include "channel.h"
#include "file.h"
#include "intrinsics.h"
#include "stream.h"

FILE *__heddle_new_stream(int fd)
{
	struct __heddle_stream *s = __heddle_alloc(sizeof *s, _Alignof(struct __heddle_stream), HEDDLE_ALLOC_MODEL);
	s->fd = fd;
	s->pushed = 0;
	s->at_end = 0;
	s->holds = 0;
	return (FILE *)s;
}

static _Bool __heddle_cannot_open(void)
{
	if (!__heddle_flip(HEDDLE_CHOOSE_IO_FAIL))
		return 0;
	errno = ENOENT;
	return 1;
}

static FILE *__heddle_open_stream(int fd)
{
	return __heddle_cannot_open() ? 0 : __heddle_new_stream(fd);
}

/* The flags of open for a mode of fopen. */
int __heddle_mode_flags(const char *mode)
{
	int flags = mode[0] == 'r' ? O_RDONLY : O_WRONLY | O_CREAT | (mode[0] == 'w' ? O_TRUNC : O_APPEND);

	for (mode++; *mode && *mode != ','; mode++) {
		if (*mode == '+')
			flags = (flags & ~O_ACCMODE) | O_RDWR;
		else if (*mode == 'x')
			flags |= O_EXCL;
		else if (*mode == 'e')
			flags |= O_CLOEXEC;
	}
	return flags;
}

/* The descriptor for a stream: of a file with contents, of one outside, or -1. A stream that only appends begins at the end, as in glibc. */
static int __heddle_stream_descriptor(const char *name, int flags)
{
	int fd = __heddle_fopen_hook ? __heddle_fopen_hook(name, flags) : HEDDLE_OUTSIDE;

	if (HEDDLE_IS_FILE(fd) && (flags & (O_ACCMODE | O_APPEND)) == (O_WRONLY | O_APPEND))
		__heddle_file_hook(fd, 0, (HEDDLE_FILE_SEEK + SEEK_END) | HEDDLE_FILE_STREAM);
	return fd == HEDDLE_OUTSIDE ? (int)__heddle_pick(3, HEDDLE_FIRST_CHANNEL - 1) : fd;
}

static FILE *__heddle_open_named(const char *name, int flags)
{
	int fd = __heddle_cannot_open() ? -1 : __heddle_stream_descriptor(name, flags);
	return fd == -1 ? 0 : __heddle_new_stream(fd);
}

FILE *fopen(const char *restrict name, const char *restrict mode)
{
	__heddle_read_string(name, -1);
	__heddle_read_string(mode, -1);
	return __heddle_open_named(name, __heddle_fopen_hook ? __heddle_mode_flags(mode) : 0);
}

FILE *fdopen(int fd, const char *mode)
{
	__heddle_read_string(mode, -1);
	return HEDDLE_REFUSED(fd, "fdopen", 0, 0) ? 0 : __heddle_open_stream(fd);
}

/* The stream with a file is closed first, and gets the other. A stream outside keeps its descriptor, as in glibc. */
FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict f)
{
	struct __heddle_stream *s = HEDDLE_STREAM(f);
	int fd = s->fd;

	__heddle_read_string(mode, -1);
	if (name)
		__heddle_read_string(name, -1);
	if (!HEDDLE_HAS_FILE(s)) {
		if (__heddle_lose_hook)
			__heddle_lose_hook();
		if (__heddle_cannot_open())
			fd = -1;
	} else {
		if (!name)
			__heddle_unsupported("freopen without a name");
		fclose(f);
		fd = __heddle_cannot_open() ? -1 : __heddle_stream_descriptor(name, __heddle_mode_flags(mode));
	}
	__heddle_atomic_begin();
	s->fd = fd;
	s->pushed = 0;
	s->at_end = 0;
	__heddle_atomic_end();
	return fd == -1 ? 0 : f;
}

FILE *tmpfile(void)
{
	return __heddle_open_named(0, O_RDWR);
}

FILE *popen(const char *command, const char *mode)
{
	if (__heddle_lose_hook)
		__heddle_lose_hook();
	__heddle_read_string(command, -1);
	__heddle_read_string(mode, -1);
	return __heddle_open_stream((int)__heddle_pick(3, HEDDLE_FIRST_CHANNEL - 1));
}

int pclose(FILE *f)
{
	(void)HEDDLE_STREAM(f)->fd;
	return __heddle_flip(HEDDLE_CHOOSE_IO_FAIL) ? -1 : (int)__heddle_pick(0, 255) << 8;
}

void (*__heddle_sync_hook)(int fd, _Bool last);

int fclose(FILE *f)
{
	struct __heddle_stream *s = HEDDLE_STREAM(f);

	if (!HEDDLE_HAS_FILE(s))
		return 0;
	if (__heddle_sync_hook)
		__heddle_sync_hook(s->fd, 1);
	__heddle_file_hook(s->fd, 0, HEDDLE_FILE_FLUSH);
	return (int)__heddle_file_hook(s->fd, 0, HEDDLE_FILE_CLOSE);
}

int fflush(FILE *f)
{
	if (!__heddle_file_hook || (f && !HEDDLE_HAS_FILE(HEDDLE_STREAM(f))))
		return 0;
	for (int fd = HEDDLE_FIRST_FILE; fd < HEDDLE_FIRST_FILE + HEDDLE_OPEN_FILES; fd++)
		if (!f || fd == HEDDLE_STREAM(f)->fd) {
			if (__heddle_sync_hook)
				__heddle_sync_hook(fd, 0);
			__heddle_file_hook(fd, 0, HEDDLE_FILE_FLUSH);
		}
	return 0;
}

int setvbuf(FILE *restrict f, char *restrict buffer, int mode, size_t size)
{
	(void)f, (void)buffer, (void)mode, (void)size;
	return 0;
}

void setbuf(FILE *restrict f, char *restrict buffer)
{
	(void)f, (void)buffer;
}

void setlinebuf(FILE *f)
{
	(void)f;
}

int fseeko(FILE *f, off_t offset, int whence)
{
	struct __heddle_stream *s = HEDDLE_STREAM(f);

	if (__heddle_flip(HEDDLE_CHOOSE_IO_FAIL))
		return -1;
	if (HEDDLE_HAS_FILE(s)) {
		if (whence < SEEK_SET || whence > SEEK_END)
			return __heddle_error(EINVAL);
		if (__heddle_sync_hook)
			__heddle_sync_hook(s->fd, 0);
		if (__heddle_pop(s) != EOF && whence == SEEK_CUR)
			offset--;
		if (__heddle_file_hook(s->fd, offset, (HEDDLE_FILE_SEEK + whence) | HEDDLE_FILE_STREAM) < 0)
			return -1;
	}
	__heddle_forget(s);
	return 0;
}

int fseek(FILE *f, long offset, int whence)
{
	return fseeko(f, offset, whence);
}

off_t ftello(FILE *f)
{
	struct __heddle_stream *s = HEDDLE_STREAM(f);
	off_t at;

	if (!HEDDLE_HAS_FILE(s))
		return (off_t)__heddle_pick(0, LONG_MAX);
	at = __heddle_file_hook(s->fd, 0, (HEDDLE_FILE_SEEK + SEEK_CUR) | HEDDLE_FILE_STREAM);
	__heddle_atomic_begin();
	at -= s->pushed && at > 0;
	__heddle_atomic_end();
	return at;
}

long ftell(FILE *f)
{
	return (long)ftello(f);
}

int fgetpos(FILE *restrict f, fpos_t *restrict to)
{
	off_t at = ftello(f);

	if (at < 0)
		return -1;
	to->__pos = (long)at;
	return 0;
}

int fsetpos(FILE *f, const fpos_t *to)
{
	return fseeko(f, to->__pos, SEEK_SET);
}

void rewind(FILE *f)
{
	if (HEDDLE_HAS_FILE(HEDDLE_STREAM(f)))
		fseeko(f, 0, SEEK_SET);
	__heddle_forget(HEDDLE_STREAM(f));
}

int remove(const char *name)
{
	__heddle_read_string(name, -1);
	if (__heddle_flip(HEDDLE_CHOOSE_IO_FAIL))
		return -1;
	return HEDDLE_ON_PATH(name, 0, HEDDLE_PATH_UNLINK, 0) == -1 ? -1 : 0;
}

int rename(const char *from, const char *to)
{
	__heddle_read_string(from, -1);
	__heddle_read_string(to, -1);
	if (__heddle_flip(HEDDLE_CHOOSE_IO_FAIL))
		return -1;
	return HEDDLE_ON_PATH(from, to, HEDDLE_PATH_RENAME, 0) == -1 ? -1 : 0;
}
