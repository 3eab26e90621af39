/*
 * memstream.c - streams in memory: files without a name, whose contents are copied to the program's memory when the
 * stream is flushed, as glibc does.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include "file.h"
#include "intrinsics.h"
#include "stream.h"

/* Of each descriptor: the arguments of fmemopen or open_memstream. */
static struct __heddle_memory_stream {
	char *to; /* of fmemopen */
	off_t size;
	char **text; /* of open_memstream; null: the descriptor has no such stream */
	size_t *length;
	_Bool made; /* the text */
} __heddle_memory_streams[HEDDLE_OPEN_FILES];

static FILE *__heddle_open_memory(struct __heddle_memory_stream m, int fd)
{
	__heddle_atomic_begin();
	__heddle_memory_streams[fd - HEDDLE_FIRST_FILE] = m;
	__heddle_atomic_end();
	return __heddle_new_stream(fd);
}

/* A new file without a name. */
static int __heddle_memory_file(void)
{
	int fd = __heddle_open_file(0, O_RDWR);

	if (fd == HEDDLE_OUTSIDE)
		__heddle_unsupported("a stream in memory in a program with fork");
	return fd;
}

/* The text up to its zero, or all of the memory for reading. */
FILE *fmemopen(void *restrict p, size_t n, const char *restrict mode)
{
	struct __heddle_memory_stream m = {.to = p, .size = (off_t)n};
	int flags = __heddle_mode_flags(mode), fd;
	size_t first = 0;

	if (n == 0 || n > HEDDLE_FILE_KEPT)
		__heddle_unsupported("fmemopen of no memory, or of more than 256 bytes");
	fd = __heddle_memory_file();
	if (p && mode[0] == 'r')
		first = n;
	while (p && mode[0] == 'a' && first < n && ((char *)p)[first])
		first++;
	__heddle_write_file(fd, p, first, 0, 0);
	if (mode[0] == 'a')
		__heddle_file(fd, (off_t)first, HEDDLE_FILE_SEEK);
	__heddle_file(fd, flags & (O_ACCMODE | O_APPEND), HEDDLE_FILE_SET_MODE);
	return __heddle_open_memory(m, fd);
}

FILE *open_memstream(char **text, size_t *length)
{
	struct __heddle_memory_stream m = {.text = text, .length = length};
	int fd;

	if (!text || !length) {
		errno = EINVAL;
		return 0;
	}
	fd = __heddle_memory_file();
	__heddle_file(fd, O_WRONLY, HEDDLE_FILE_SET_MODE);
	return __heddle_open_memory(m, fd);
}

/* The text has the length of the position; the last one ends there. */
static void __heddle_store_text(struct __heddle_memory_stream *m, const char *bytes, off_t size, off_t at, _Bool last)
{
	off_t all = last || at > size ? at : size;
	char *text = realloc(m->made ? *m->text : 0, (size_t)all + 1);

	for (off_t i = 0; i < all; i++)
		text[i] = i < size ? bytes[i] : 0;
	text[all] = 0;
	*m->text = text;
	*m->length = (size_t)at;
}

void __heddle_sync(int fd, _Bool last)
{
	struct __heddle_memory_stream m, *kept = &__heddle_memory_streams[fd - HEDDLE_FIRST_FILE];
	char bytes[HEDDLE_FILE_KEPT];
	off_t size, at;
	_Bool written;

	__heddle_atomic_begin();
	m = *kept;
	__heddle_atomic_end();
	if (!m.to && !m.text)
		return;
	written = __heddle_copy_file(fd, bytes, &size, &at);
	if (m.text && (written || last || !m.made)) {
		__heddle_store_text(&m, bytes, size, at, last);
	} else if (m.text) {
		*m.length = (size_t)at;
	} else if (written) {
		if (at >= m.size)
			__heddle_unsupported("a write up to the end of the memory of fmemopen");
		for (off_t i = 0; i < size; i++)
			m.to[i] = bytes[i];
		if (size < m.size)
			m.to[size] = 0;
	}
	m.made = 1;
	__heddle_atomic_begin();
	*kept = last ? (struct __heddle_memory_stream){0} : m;
	__heddle_atomic_end();
}
