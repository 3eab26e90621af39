/*
 * unistd.c - files, processes and memory maps below stdio: calls may fail, reads
 * yield anything, writes read what they are given.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>
#include "channel.h"
#include "file.h"
#include "intrinsics.h"
#include "process.h"
#include "shared.h"
#include "stream.h"
#include "thread.h"

static int __heddle_any_error(void)
{
	errno = (int)__heddle_pick(1, 133);
	return -1;
}

/* 0, or -1 with any errno if calls on the world may fail. */
int __heddle_may_fail(void)
{
	return __heddle_flip(HEDDLE_CHOOSE_IO_FAIL) ? __heddle_any_error() : 0;
}

/* 0, or -1 with any errno: the call asks whether something is there. */
int __heddle_may_be(void)
{
	return __heddle_flip(HEDDLE_CHOOSE_IO) ? __heddle_any_error() : 0;
}

/* A new descriptor, or -1. */
int __heddle_descriptor(void)
{
	return __heddle_may_fail() ? -1 : (int)__heddle_pick(3, HEDDLE_FIRST_CHANNEL - 1);
}

ssize_t (*__heddle_channel_hook)(int fd, size_t n, int operation);
ssize_t (*__heddle_read_hook)(int fd, void *to, size_t n, int flags);
ssize_t (*__heddle_write_hook)(int fd, const void *from, size_t n, int flags);
void (*__heddle_ready_hook)(struct __heddle_ready *);

ssize_t __heddle_on_channel(int fd, size_t n, int operation)
{
	if (fd < 0)
		return __heddle_error(EBADF);
	return __heddle_channel_hook ? __heddle_channel_hook(fd, n, operation) : HEDDLE_NO_CHANNEL;
}

ssize_t __heddle_read_from(int fd, void *to, size_t n, int flags)
{
	if (fd < 0)
		return __heddle_error(EBADF);
	return __heddle_read_hook ? __heddle_read_hook(fd, to, n, flags) : HEDDLE_NO_CHANNEL;
}

ssize_t __heddle_write_to(int fd, const void *from, size_t n, int flags)
{
	if (fd < 0)
		return __heddle_error(EBADF);
	return __heddle_write_hook ? __heddle_write_hook(fd, from, n, flags) : HEDDLE_NO_CHANNEL;
}

int __heddle_refused(int fd, int of_pipe, int of_socket)
{
	ssize_t kind = __heddle_on_channel(fd, 0, HEDDLE_CHANNEL_KIND);
	int error;

	if (kind == HEDDLE_NO_CHANNEL)
		return 0;
	if (kind < 0)
		return -1;
	error = kind & HEDDLE_SOCKETS ? of_socket : of_pipe;
	return error ? __heddle_error(error) : 1;
}

/* Fills at most n bytes; the count, or -1. */
ssize_t __heddle_receive(void *to, size_t n)
{
	ssize_t got;

	if (__heddle_may_fail())
		return -1;
	got = (ssize_t)__heddle_pick(0, n);
	for (ssize_t i = 0; i < got; i++)
		((char *)to)[i] = (char)__heddle_pick(0, 255);
	return got;
}

int open(const char *name, int flags, ...)
{
	int fd, file;

	__heddle_cancellation_point();
	__heddle_read_string(name, -1);
	fd = __heddle_descriptor();
	file = fd == -1 || !__heddle_fopen_hook ? HEDDLE_OUTSIDE : __heddle_fopen_hook(name, flags);
	return file == HEDDLE_OUTSIDE ? fd : file;
}

int creat(const char *name, mode_t mode)
{
	return open(name, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

int close(int fd)
{
	ssize_t code;

	__heddle_cancellation_point();
	if (__heddle_file_hook && HEDDLE_IS_FILE(fd))
		return (int)__heddle_file_hook(fd, 0, HEDDLE_FILE_CLOSE);
	code = __heddle_on_channel(fd, 0, HEDDLE_CHANNEL_CLOSE);
	return code == HEDDLE_NO_CHANNEL ? __heddle_may_fail() : (int)code;
}

int dup(int fd)
{
	ssize_t copy;

	if (__heddle_file_hook && HEDDLE_IS_FILE(fd))
		return (int)__heddle_file_hook(fd, 0, HEDDLE_FILE_COPY);
	copy = __heddle_on_channel(fd, 0, HEDDLE_CHANNEL_COPY);
	return copy == HEDDLE_NO_CHANNEL ? __heddle_descriptor() : (int)copy;
}

/* A copy of a file's descriptor with another number: nothing is known of files any more. */
int dup2(int from, int to)
{
	ssize_t copy = __heddle_on_channel(from, (size_t)to, HEDDLE_CHANNEL_COPY_TO);

	if (copy != HEDDLE_NO_CHANNEL)
		return (int)copy;
	if (__heddle_file_hook && HEDDLE_IS_FILE(to) && from != to)
		__heddle_unsupported("dup2 with a descriptor of a file");
	if (__heddle_file_hook && HEDDLE_IS_FILE(from))
		__heddle_lose_hook();
	if (__heddle_channel_hook && HEDDLE_IS_CHANNEL(to))
		__heddle_unsupported("dup2 with a descriptor of a channel");
	return __heddle_may_fail() ? -1 : to;
}

int dup3(int from, int to, int flags)
{
	if (from == to || flags & ~O_CLOEXEC)
		return __heddle_error(EINVAL);
	return dup2(from, to);
}

/* The operation of a command on a channel: KIND is that of none. */
static int __heddle_command(int command)
{
	switch (command) {
	case F_DUPFD:
	case F_DUPFD_CLOEXEC:
		return HEDDLE_CHANNEL_COPY;
	case F_GETFL:
		return HEDDLE_CHANNEL_GET_FLAGS;
	case F_SETFL:
		return HEDDLE_CHANNEL_SET_FLAGS;
	case F_GETFD:
		return HEDDLE_CHANNEL_GET_EXEC;
	case F_SETFD:
		return HEDDLE_CHANNEL_SET_EXEC;
	}
	return HEDDLE_CHANNEL_KIND;
}

/* The same for a file; SEEK is that of none. */
static int __heddle_file_command(int command)
{
	switch (command) {
	case F_DUPFD:
	case F_DUPFD_CLOEXEC:
		return HEDDLE_FILE_COPY;
	case F_GETFL:
		return HEDDLE_FILE_FLAGS;
	case F_SETFL:
		return HEDDLE_FILE_SET_FLAGS;
	case F_GETFD:
		return HEDDLE_FILE_EXEC;
	case F_SETFD:
		return HEDDLE_FILE_SET_EXEC;
	}
	return HEDDLE_FILE_SEEK;
}

int fcntl(int fd, int command, ...)
{
	int operation = __heddle_command(command), argument = 0;
	ssize_t code;
	va_list list;

	if (operation == HEDDLE_CHANNEL_KIND && HEDDLE_REFUSED(fd, "this command of fcntl", 0, 0))
		return -1;
	if (command == F_SETFL || command == F_SETFD || operation == HEDDLE_CHANNEL_COPY) {
		va_start(list, command);
		argument = va_arg(list, int);
		va_end(list);
	}
	if (__heddle_file_hook && HEDDLE_IS_FILE(fd) && operation != HEDDLE_CHANNEL_KIND) {
		code = (ssize_t)__heddle_file_hook(fd, argument, __heddle_file_command(command));
		if (command == F_DUPFD_CLOEXEC && code >= 0)
			__heddle_file_hook((int)code, FD_CLOEXEC, HEDDLE_FILE_SET_EXEC);
		if (operation == HEDDLE_CHANNEL_COPY && code >= 0 && code < argument)
			__heddle_unsupported("a least descriptor for a copy");
		return (int)code;
	}
	if (__heddle_flags_hook && HEDDLE_IS_SHARED(fd) && operation != HEDDLE_CHANNEL_KIND && operation != HEDDLE_CHANNEL_COPY)
		return __heddle_flags_hook(fd, command, argument);
	code = __heddle_on_channel(fd, (size_t)argument, operation);
	if (code == HEDDLE_NO_CHANNEL)
		return __heddle_may_fail() ? -1 : (int)__heddle_pick(0, INT_MAX);
	if (command == F_DUPFD_CLOEXEC && code >= 0)
		__heddle_on_channel((int)code, FD_CLOEXEC, HEDDLE_CHANNEL_SET_EXEC);
	return (int)code;
}

int (*__heddle_flags_hook)(int fd, int command, int flags);
int (*__heddle_fopen_hook)(const char *path, int flags);
ssize_t (*__heddle_read_file_hook)(int fd, void *to, size_t n, off_t at, int end);
ssize_t (*__heddle_write_file_hook)(int fd, const void *from, size_t n, off_t at, int stream);
off_t (*__heddle_file_hook)(int fd, off_t n, int operation);
int (*__heddle_path_hook)(const char *path, const char *to, int operation, off_t *size);
void (*__heddle_lose_hook)(void);

static ssize_t __heddle_read_at(int fd, void *to, size_t n, off_t at)
{
	return __heddle_may_fail() ? -1 : __heddle_read_file_hook(fd, to, n, at, HEDDLE_FILE_DIRECT);
}

static ssize_t __heddle_write_at(int fd, const void *from, size_t n, off_t at)
{
	return __heddle_may_fail() ? -1 : __heddle_write_file_hook(fd, from, n, at, 0);
}

ssize_t read(int fd, void *to, size_t n)
{
	ssize_t got;

	__heddle_cancellation_point();
	if (__heddle_read_file_hook && HEDDLE_IS_FILE(fd))
		return __heddle_read_at(fd, to, n, -1);
	got = __heddle_read_from(fd, to, n, 0);
	return got != HEDDLE_NO_CHANNEL ? got : __heddle_receive(to, n);
}

ssize_t write(int fd, const void *from, size_t n)
{
	ssize_t put;

	__heddle_cancellation_point();
	if (__heddle_write_file_hook && HEDDLE_IS_FILE(fd))
		return __heddle_write_at(fd, from, n, -1);
	put = __heddle_write_to(fd, from, n, 0);
	if (put != HEDDLE_NO_CHANNEL)
		return put;
	for (size_t i = 0; i < n; i++)
		__heddle_output(fd, "%c", ((const char *)from)[i]);
	return __heddle_may_fail() ? -1 : (ssize_t)__heddle_pick(0, n);
}

ssize_t pread(int fd, void *to, size_t n, off_t offset)
{
	if (offset < 0)
		return __heddle_error(EINVAL);
	if (__heddle_read_file_hook && HEDDLE_IS_FILE(fd)) {
		__heddle_cancellation_point();
		return __heddle_read_at(fd, to, n, offset);
	}
	return HEDDLE_REFUSED(fd, "pread", ESPIPE, ESPIPE) ? -1 : read(fd, to, n);
}

ssize_t pwrite(int fd, const void *from, size_t n, off_t offset)
{
	if (offset < 0)
		return __heddle_error(EINVAL);
	if (__heddle_write_file_hook && HEDDLE_IS_FILE(fd)) {
		__heddle_cancellation_point();
		return __heddle_write_at(fd, from, n, offset);
	}
	return HEDDLE_REFUSED(fd, "pwrite", ESPIPE, ESPIPE) ? -1 : write(fd, from, n);
}

off_t lseek(int fd, off_t offset, int whence)
{
	if (__heddle_file_hook && HEDDLE_IS_FILE(fd)) {
		if (whence < SEEK_SET || whence > SEEK_END)
			return __heddle_error(EINVAL);
		return __heddle_file_hook(fd, offset, HEDDLE_FILE_SEEK + whence);
	}
	return HEDDLE_REFUSED(fd, "lseek", ESPIPE, ESPIPE) || __heddle_may_fail() ? -1 : (off_t)__heddle_pick(0, LONG_MAX);
}

/* The parts of a call for a channel, which moves all of them at once: through a buffer. */
enum { GATHERED = 16 };

static size_t __heddle_size_of(const struct iovec *parts, int n)
{
	size_t size = 0;

	for (int i = 0; i < n; i++)
		size += parts[i].iov_len;
	return size;
}

static ssize_t __heddle_scatter(int fd, const struct iovec *parts, int n)
{
	size_t size = __heddle_size_of(parts, n), at = 0;
	char bytes[GATHERED];
	ssize_t got = read(fd, bytes, size < GATHERED ? size : GATHERED);

	if (got == GATHERED && size > GATHERED)
		__heddle_unsupported("readv of more than 16 bytes out of a channel");
	for (int i = 0; i < n; i++)
		for (size_t j = 0; j < parts[i].iov_len && got > 0 && at < (size_t)got; j++)
			((char *)parts[i].iov_base)[j] = bytes[at++];
	return got;
}

static ssize_t __heddle_gather(int fd, const struct iovec *parts, int n)
{
	size_t size = __heddle_size_of(parts, n), at = 0;
	char bytes[GATHERED];

	if (size > GATHERED)
		__heddle_unsupported("writev of more than 16 bytes into a channel");
	for (int i = 0; i < n; i++)
		for (size_t j = 0; j < parts[i].iov_len; j++)
			bytes[at++] = ((const char *)parts[i].iov_base)[j];
	return write(fd, bytes, size);
}

ssize_t readv(int fd, const struct iovec *parts, int n)
{
	ssize_t all = 0;

	if (n > 1 && __heddle_on_channel(fd, 0, HEDDLE_CHANNEL_KIND) != HEDDLE_NO_CHANNEL)
		return __heddle_scatter(fd, parts, n);
	for (int i = 0; i < n; i++) {
		ssize_t got = read(fd, parts[i].iov_base, parts[i].iov_len);

		if (got < 0)
			return all ? all : -1;
		all += got;
		if ((size_t)got < parts[i].iov_len)
			break;
	}
	return all;
}

ssize_t writev(int fd, const struct iovec *parts, int n)
{
	ssize_t all = 0;

	if (n > 1 && __heddle_on_channel(fd, 0, HEDDLE_CHANNEL_KIND) != HEDDLE_NO_CHANNEL)
		return __heddle_gather(fd, parts, n);
	for (int i = 0; i < n; i++) {
		ssize_t put = write(fd, parts[i].iov_base, parts[i].iov_len);

		if (put < 0)
			return all ? all : -1;
		all += put;
		if ((size_t)put < parts[i].iov_len)
			break;
	}
	return all;
}

/* Moves up to n bytes between two descriptors that lead outside. */
static ssize_t __heddle_pass_on(int fd, int to_fd, size_t n)
{
	if (HEDDLE_REFUSED(fd, "splice, tee or sendfile", 0, 0) || HEDDLE_REFUSED(to_fd, "splice, tee or sendfile", 0, 0))
		return -1;
	if (__heddle_lose_hook)
		__heddle_lose_hook();
	return __heddle_may_fail() ? -1 : (ssize_t)__heddle_pick(0, n);
}

ssize_t tee(int fd, int to_fd, size_t n, unsigned flags)
{
	(void)flags;
	return __heddle_pass_on(fd, to_fd, n);
}

ssize_t splice(int fd, int64_t *from, int to_fd, int64_t *to, size_t n, unsigned flags)
{
	ssize_t moved = tee(fd, to_fd, n, flags);

	if (from && moved > 0)
		*from += moved;
	if (to && moved > 0)
		*to += moved;
	return moved;
}

ssize_t sendfile(int to_fd, int fd, off_t *offset, size_t n)
{
	ssize_t moved = __heddle_pass_on(fd, to_fd, n);

	if (offset && moved > 0)
		*offset += moved;
	return moved;
}

int fsync(int fd)
{
	__heddle_cancellation_point();
	if (fd < 0)
		return __heddle_error(EBADF);
	if (HEDDLE_ON_FILE(fd, 0, HEDDLE_FILE_FLAGS) == -1 || HEDDLE_REFUSED(fd, "fsync", EINVAL, EINVAL))
		return -1;
	return __heddle_may_fail();
}

int fdatasync(int fd)
{
	return fsync(fd);
}

int (*__heddle_resize_hook)(int fd, off_t size);

int ftruncate(int fd, off_t length)
{
	if (__heddle_resize_hook && HEDDLE_IS_SHARED(fd))
		return __heddle_resize_hook(fd, length);
	if (fd < 0 || length < 0)
		return __heddle_error(fd < 0 ? EBADF : EINVAL);
	if (HEDDLE_REFUSED(fd, "ftruncate", EINVAL, EINVAL) || __heddle_may_fail())
		return -1;
	return __heddle_file_hook && HEDDLE_IS_FILE(fd) ? (int)__heddle_file_hook(fd, length, HEDDLE_FILE_RESIZE) : 0;
}

int isatty(int fd)
{
	return HEDDLE_REFUSED(fd, "isatty", ENOTTY, ENOTTY) ? 0 : __heddle_flip(HEDDLE_CHOOSE_IO);
}
