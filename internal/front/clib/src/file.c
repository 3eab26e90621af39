/*
 * file.c - files with names and contents. A file that the program makes or truncates has the contents that it wrote.
 * Of another file, which may have been there before, only those bytes are known that the program wrote last.
 *
 * The first KEPT bytes of a file can be known; known bytes are adjacent. Names of up to 32 characters are compared
 * by their characters. A program with fork, and files behind system, popen or chdir: nothing is known.
 * The buffer of a stream holds written bytes, or bytes read in advance, until a flush: an access through another
 * descriptor meanwhile is unsupported. One call is one step (POSIX 2017, 2.9.7). Files order nothing.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include "file.h"
#include "intrinsics.h"
#include "name.h"
#include "process.h"
#include "stream.h"

enum { FILES = 8, NAMES = 8, KEPT = HEDDLE_FILE_KEPT };

static struct __heddle_contents {
	int users;        /* names and open descriptions */
	_Bool unbounded;  /* the size is not known: at least last */
	_Bool forgotten;  /* bytes that the program wrote are not known */
	int mappings;     /* that copied the bytes: writes are refused */
	_Bool shared;     /* a shared mapping has the bytes: reads are refused, too */
	off_t size;
	off_t first, last; /* bytes from first on and before last are known */
	char bytes[KEPT];
} __heddle_contents[FILES];

/* Names and their files plus 1; 0: there is none. */
static struct __heddle_name __heddle_file_names[NAMES];
static int __heddle_named_files[NAMES];

/* The contents of the buffer of a stream. */
enum { NOTHING, READ, WRITTEN };

/* A position is known, depends on contents made outside, or depends on forgotten contents. */
enum { KNOWN, DEPENDS, FORGOTTEN };

static struct __heddle_description {
	int file;
	int flags;
	int copies;
	int buffer;
	int place; /* KNOWN or its like */
	off_t at;
} __heddle_descriptions[HEDDLE_OPEN_FILES];

/* Of each descriptor: its description plus 1, and whether exec closes it. */
static int __heddle_file_ends[HEDDLE_OPEN_FILES];
static _Bool __heddle_file_exec[HEDDLE_OPEN_FILES];

static _Bool __heddle_full; /* a file was opened without an entry: others get none either */
static _Bool __heddle_lost; /* something outside may change files at any time */

void __heddle_lose_files(void)
{
	__heddle_atomic_begin();
	__heddle_full = 1;
	__heddle_lost = 1;
	for (int i = 0; i < NAMES; i++)
		__heddle_file_names[i] = (struct __heddle_name){0};
	__heddle_atomic_end();
}

/* Whether a name can be kept. Devices have no contents. */
static _Bool __heddle_read_path(const char *s, struct __heddle_name *to)
{
	static const char dev[] = "/dev/", proc[] = "/proc/";
	int i = 0, in_dev = 1, in_proc = 1;

	*to = (struct __heddle_name){0};
	while (s[0] == '.' && s[1] == '/')
		for (s += 2; *s == '/'; s++)
			;
	for (; s[i]; i++) {
		if (i == HEDDLE_NAME_SIZE)
			return 0;
		in_dev &= i >= 5 || s[i] == dev[i];
		in_proc &= i >= 6 || s[i] == proc[i];
		to->words[i / 8] |= (unsigned long long)(unsigned char)s[i] << i % 8 * 8;
	}
	return i > 0 && !(in_dev && i > 5) && !(in_proc && i > 6);
}

/* Nothing is known of a file. Inside a section. */
static void __heddle_forget_contents(struct __heddle_contents *f)
{
	f->unbounded = 1;
	f->forgotten = 1;
	f->first = f->last = 0;
}

/* The description of a descriptor, or null. Inside a section. */
static struct __heddle_description *__heddle_description_of(int fd)
{
	int i = __heddle_file_ends[fd - HEDDLE_FIRST_FILE];

	if (!i)
		return 0;
	if (__heddle_lost)
		__heddle_forget_contents(&__heddle_contents[__heddle_descriptions[i - 1].file]);
	return &__heddle_descriptions[i - 1];
}

/* Refuses an access, perhaps a change, to a file of which a stream has bytes in its buffer. Inside a section. */
static void __heddle_check_buffers(int file, const struct __heddle_description *own, _Bool change)
{
	for (int i = 0; i < HEDDLE_OPEN_FILES; i++) {
		struct __heddle_description *d = &__heddle_descriptions[i];

		if (d->copies && d->file == file && d != own && (d->buffer == WRITTEN || (d->buffer && change)))
			__heddle_unsupported("a file that a stream accesses, through another descriptor before fflush");
	}
}

static void __heddle_check_mapping(const struct __heddle_contents *f, _Bool change)
{
	if (f->shared)
		__heddle_unsupported("an access to a file with a shared mapping, before munmap");
	if (change && f->mappings)
		__heddle_unsupported("a change of a file with a mapping, before munmap");
}

/* Bytes behind the end of a file that became longer are 0. Inside a section. */
static void __heddle_lengthen(struct __heddle_contents *f, off_t size)
{
	if (f->unbounded || size <= f->size)
		return;
	if (f->last == f->size) {
		for (off_t i = f->size; i < size && i < KEPT; i++)
			f->bytes[i] = 0;
		f->last = size < KEPT ? size : KEPT;
	}
	if (size > KEPT)
		f->forgotten = 1;
	f->size = size;
}

static void __heddle_resize(struct __heddle_contents *f, off_t size)
{
	__heddle_lengthen(f, size);
	f->unbounded = 0;
	f->size = size;
	if (f->last > size)
		f->last = size;
	if (f->first > size)
		f->first = size;
	if (size == 0)
		f->forgotten = 0;
}

/* Inside a section. */
static void __heddle_store(struct __heddle_contents *f, off_t at, const char *bytes, off_t n)
{
	off_t end = at + n, stop = end < KEPT ? end : KEPT;

	if (n == 0)
		return;
	__heddle_lengthen(f, at);
	if (at < KEPT) {
		for (off_t i = at; i < stop; i++)
			f->bytes[i] = bytes[i - at];
		if (f->first == f->last || at > f->last || stop < f->first) {
			f->forgotten |= f->first < f->last;
			f->first = at;
			f->last = stop;
		} else {
			f->first = at < f->first ? at : f->first;
			f->last = stop > f->last ? stop : f->last;
		}
	}
	if (end > KEPT)
		f->forgotten = 1;
	if (!f->unbounded && end > f->size)
		f->size = end;
}

/* A free entry; -1: all are used. Inside a section. */
static int __heddle_free_contents(void)
{
	int found = -1;

	for (int i = FILES - 1; i >= 0; i--)
		if (!__heddle_contents[i].users)
			found = i;
	return found;
}

static int __heddle_free_description(void)
{
	int found = -1;

	for (int i = HEDDLE_OPEN_FILES - 1; i >= 0; i--)
		if (!__heddle_descriptions[i].copies)
			found = i;
	return found;
}

static int __heddle_free_end(void)
{
	int found = -1;

	for (int i = HEDDLE_OPEN_FILES - 1; i >= 0; i--)
		if (!__heddle_file_ends[i])
			found = i;
	if (found < 0)
		__heddle_unsupported("more than 16 descriptors of files");
	return found;
}

/* An entry for a name that has none: one without a name, or one whose file does not exist; -1: none. Inside a section. */
static int __heddle_free_name(void)
{
	static const struct __heddle_name none;
	int found = __heddle_find_name(__heddle_file_names, NAMES, &none);

	for (int i = 0; i < NAMES && found < 0; i++)
		if (!__heddle_named_files[i])
			found = i;
	return __heddle_full ? -1 : found;
}

/* Ends the existence of a name. Inside a section. */
static void __heddle_unbind(int name)
{
	if (__heddle_named_files[name])
		__heddle_contents[__heddle_named_files[name] - 1].users--;
	__heddle_named_files[name] = 0;
}

/* An empty file. Inside a section. */
static void __heddle_clear(int file)
{
	struct __heddle_contents *f = &__heddle_contents[file];

	f->unbounded = f->forgotten = 0;
	f->size = f->first = f->last = 0;
}

/* A descriptor of a file. Inside a section. */
static int __heddle_describe(int file, int flags)
{
	int end = __heddle_free_end(), i = __heddle_free_description();

	__heddle_contents[file].users++;
	__heddle_descriptions[i] = (struct __heddle_description){.file = file, .flags = flags, .copies = 1};
	__heddle_file_ends[end] = i + 1;
	__heddle_file_exec[end] = (flags & O_CLOEXEC) != 0;
	return HEDDLE_FIRST_FILE + end;
}

/* The file of a name for open, HEDDLE_OUTSIDE, or less: HEDDLE_OUTSIDE minus an error. Inside a section. */
static int __heddle_find_file(const struct __heddle_name *name, int flags)
{
	int i = __heddle_find_name(__heddle_file_names, NAMES, name), file = i < 0 ? -1 : __heddle_named_files[i] - 1;
	_Bool listed = i >= 0;

	if (file >= 0)
		return (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL) ? HEDDLE_OUTSIDE - EEXIST : file;
	if (!(flags & O_CREAT) && (listed || (flags & O_ACCMODE) == O_RDONLY))
		return listed ? HEDDLE_OUTSIDE - ENOENT : HEDDLE_OUTSIDE;
	if (!listed)
		i = __heddle_free_name();
	file = __heddle_free_contents();
	if (i < 0 || file < 0) {
		__heddle_full = 1;
		return HEDDLE_OUTSIDE;
	}
	__heddle_clear(file);
	__heddle_contents[file].unbounded = !listed && !(flags & O_EXCL);
	__heddle_contents[file].users = 1;
	__heddle_named_files[i] = file + 1;
	__heddle_file_names[i] = *name;
	return file;
}

int __heddle_open_file(const char *path, int flags)
{
	struct __heddle_name name;
	int file, fd = -1;

	if (__heddle_share_hook || (path && !__heddle_read_path(path, &name)))
		return HEDDLE_OUTSIDE;
	__heddle_atomic_begin();
	if (path) {
		file = __heddle_find_file(&name, flags);
	} else {
		file = __heddle_free_contents();
		if (file < 0)
			__heddle_unsupported("more than 8 files");
		__heddle_clear(file);
	}
	if (file >= 0) {
		if (flags & O_TRUNC) {
			__heddle_check_mapping(&__heddle_contents[file], 1);
			__heddle_check_buffers(file, 0, 1);
			__heddle_resize(&__heddle_contents[file], 0);
		}
		fd = __heddle_describe(file, flags);
	}
	__heddle_atomic_end();
	if (file == HEDDLE_OUTSIDE)
		return HEDDLE_OUTSIDE;
	return file < 0 ? __heddle_error(HEDDLE_OUTSIDE - file) : fd;
}

/* The number of bytes that a read gets at a place. Inside a section. */
static size_t __heddle_count_bytes(const struct __heddle_contents *f, off_t at, size_t n)
{
	size_t there;

	if (!f->unbounded) {
		there = at < f->size ? (size_t)(f->size - at) : 0;
		return there < n ? there : n;
	}
	there = at >= f->first && at < f->last ? (size_t)(f->last - at) : 0;
	return there < n ? (size_t)__heddle_pick(there, n) : n;
}

ssize_t __heddle_read_file(int fd, void *to, size_t n, off_t at, int end)
{
	struct __heddle_description *d;
	char bytes[KEPT];
	_Bool moves = at < 0, guess = 0, denied;
	size_t got = 0, first = 0, last = 0; /* bytes from first on and before last are known */

	__heddle_atomic_begin();
	d = __heddle_description_of(fd);
	denied = !d || (d->flags & O_ACCMODE) == O_WRONLY;
	if (!denied) {
		struct __heddle_contents *f = &__heddle_contents[d->file];

		__heddle_check_mapping(f, 0);
		__heddle_check_buffers(d->file, end == HEDDLE_FILE_DIRECT ? 0 : d, 0);
		if (end == HEDDLE_FILE_DIRECT && d->buffer)
			__heddle_check_buffers(d->file, 0, 1);
		if (moves && d->place != KNOWN) {
			got = (size_t)__heddle_pick(0, n);
			guess = d->place == FORGOTTEN || f->forgotten;
		} else {
			if (moves)
				at = d->at;
			got = __heddle_count_bytes(f, at, n);
			last = f->last > at ? (size_t)(f->last - at) : 0;
			first = f->first > at ? (size_t)(f->first - at) : 0;
			last = last < got ? last : got;
			first = first < last ? first : last;
			for (size_t i = first; i < last; i++) {
				bytes[i] = f->bytes[at + (off_t)i];
				if (first == 0 && end >= 0 && (unsigned char)bytes[i] == end)
					got = last = i + 1;
			}
			guess = f->forgotten && (first > 0 || last < got || f->unbounded);
			if (moves)
				d->at = at + (off_t)got;
			if (moves && end >= 0 && (first > 0 || last < got))
				d->place = guess ? FORGOTTEN : DEPENDS;
		}
		if (end != HEDDLE_FILE_DIRECT)
			d->buffer = d->place == KNOWN && !f->unbounded && d->at >= f->size ? NOTHING : READ;
	}
	__heddle_atomic_end();
	if (denied)
		return __heddle_error(EBADF);
	if (guess)
		__heddle_approximates();
	for (size_t i = 0; i < got; i++) {
		char c = i >= first && i < last ? bytes[i] : (char)__heddle_pick(0, 255);

		((char *)to)[i] = c;
		if ((unsigned char)c == end)
			return (ssize_t)i + 1;
	}
	return (ssize_t)got;
}

ssize_t __heddle_write_file(int fd, const void *from, size_t n, off_t at, int stream)
{
	struct __heddle_description *d;
	char bytes[KEPT];
	_Bool moves = at < 0, denied;

	for (size_t i = 0; i < n && i < KEPT; i++)
		bytes[i] = ((const char *)from)[i];
	if (n > KEPT)
		__heddle_read_bytes((const char *)from + KEPT, n - KEPT);
	__heddle_atomic_begin();
	d = __heddle_description_of(fd);
	denied = !d || (d->flags & O_ACCMODE) == O_RDONLY;
	if (!denied && n > 0) {
		struct __heddle_contents *f = &__heddle_contents[d->file];

		__heddle_check_mapping(f, 1);
		__heddle_check_buffers(d->file, stream ? d : 0, 1);
		if (moves)
			at = d->at;
		if (d->flags & O_APPEND && f->unbounded) {
			if (moves)
				d->place = f->forgotten ? FORGOTTEN : DEPENDS; /* behind what is known */
		} else if (d->flags & O_APPEND) {
			at = f->size;
			d->place = KNOWN;
			__heddle_store(f, at, bytes, (off_t)n);
		} else if (moves && d->place != KNOWN) {
			__heddle_forget_contents(f);
		} else {
			__heddle_store(f, at, bytes, (off_t)n);
		}
		if (moves)
			d->at = at + (off_t)n;
		if (stream)
			d->buffer = WRITTEN;
	}
	__heddle_atomic_end();
	return denied ? __heddle_error(EBADF) : (ssize_t)n;
}

/* The new position, or -1: it would be negative. Inside a section. */
static off_t __heddle_seek(struct __heddle_description *d, off_t offset, int whence)
{
	struct __heddle_contents *f = &__heddle_contents[d->file];
	off_t base = 0;
	int place = KNOWN;

	if (whence == SEEK_CUR) {
		base = d->at;
		place = d->place;
	} else if (whence == SEEK_END) {
		base = f->size;
		if (f->unbounded)
			place = f->forgotten ? FORGOTTEN : DEPENDS;
	}
	if (place != KNOWN) {
		if (place == FORGOTTEN)
			__heddle_approximates();
		d->place = place;
		return (off_t)__heddle_pick(0, LONG_MAX);
	}
	if (offset < -base)
		return -1;
	d->place = KNOWN;
	return d->at = base + offset;
}

/* Inside a section. */
static off_t __heddle_on_description(struct __heddle_description *d, off_t n, int operation)
{
	struct __heddle_contents *f = &__heddle_contents[d->file];
	_Bool own = operation & HEDDLE_FILE_STREAM;
	int whence;

	switch (operation & ~HEDDLE_FILE_STREAM) {
	case HEDDLE_FILE_FLAGS:
		return d->flags & ~(O_CREAT | O_EXCL | O_TRUNC | O_CLOEXEC | O_NOCTTY);
	case HEDDLE_FILE_SET_FLAGS:
		d->flags = (d->flags & ~O_APPEND) | ((int)n & O_APPEND);
		return 0;
	case HEDDLE_FILE_SET_MODE:
		d->flags = (int)n;
		return 0;
	case HEDDLE_FILE_SIZE:
		__heddle_check_buffers(d->file, 0, 0);
		return f->unbounded ? HEDDLE_OUTSIDE : f->size;
	case HEDDLE_FILE_RESIZE:
		if (n < 0 || (d->flags & O_ACCMODE) == O_RDONLY)
			return -EINVAL;
		__heddle_check_mapping(f, 1);
		__heddle_check_buffers(d->file, 0, 1);
		__heddle_resize(f, n);
		return 0;
	case HEDDLE_FILE_MAP:
		if (n == 2 || n == -2)
			f->shared = n > 0;
		else
			f->mappings += (int)n;
		return 0;
	case HEDDLE_FILE_FLUSH:
		d->buffer = NOTHING;
		return 0;
	case HEDDLE_FILE_BLUR:
		d->place = FORGOTTEN;
		d->buffer = n ? WRITTEN : READ;
		if (n)
			__heddle_forget_contents(f);
		return 0;
	}
	whence = (operation & ~HEDDLE_FILE_STREAM) - HEDDLE_FILE_SEEK;
	if (!own && d->buffer)
		__heddle_check_buffers(d->file, 0, 1);
	if (own && (n || whence != SEEK_CUR)) /* a library may read in advance from there on */
		d->buffer = (d->flags & O_ACCMODE) == O_WRONLY ? NOTHING : READ;
	n = __heddle_seek(d, n, whence);
	return n < 0 ? -EINVAL : n;
}

/* Inside a section. */
static void __heddle_close_end(int fd, struct __heddle_description *d)
{
	__heddle_file_ends[fd - HEDDLE_FIRST_FILE] = 0;
	if (--d->copies == 0)
		__heddle_contents[d->file].users--;
}

off_t __heddle_file(int fd, off_t n, int operation)
{
	struct __heddle_description *d;
	off_t result = 0;
	int end;

	__heddle_atomic_begin();
	d = __heddle_description_of(fd);
	if (!d) {
		result = -EBADF;
	} else if (operation == HEDDLE_FILE_CLOSE) {
		__heddle_close_end(fd, d);
	} else if (operation == HEDDLE_FILE_COPY) {
		end = __heddle_free_end();
		d->copies++;
		__heddle_file_ends[end] = (int)(d - __heddle_descriptions) + 1;
		__heddle_file_exec[end] = 0;
		result = HEDDLE_FIRST_FILE + end;
	} else if (operation == HEDDLE_FILE_EXEC) {
		result = __heddle_file_exec[fd - HEDDLE_FIRST_FILE];
	} else if (operation == HEDDLE_FILE_SET_EXEC) {
		__heddle_file_exec[fd - HEDDLE_FIRST_FILE] = n & FD_CLOEXEC;
	} else {
		result = __heddle_on_description(d, n, operation);
	}
	__heddle_atomic_end();
	return result < 0 && result != HEDDLE_OUTSIDE ? __heddle_error((int)-result) : result;
}

/* Gives a name the file of another; -1: a name without an entry. Inside a section. */
static void __heddle_rename_file(int from, int to, const struct __heddle_name *name)
{
	int file = from < 0 ? 0 : __heddle_named_files[from];

	if (from == to)
		return;
	if (to < 0 && file)
		to = __heddle_free_name();
	if (to >= 0) {
		__heddle_unbind(to);
		__heddle_named_files[to] = file;
		__heddle_file_names[to] = file ? *name : (struct __heddle_name){0};
	} else if (file) {
		__heddle_unsupported("more than 8 names of files");
	}
	if (file)
		__heddle_named_files[from] = 0;
}

int __heddle_path(const char *path, const char *to, int operation, off_t *size)
{
	struct __heddle_name name, new = {0};
	_Bool known = __heddle_read_path(path, &name), renames = to && __heddle_read_path(to, &new);
	int i, file, result;

	__heddle_atomic_begin();
	i = known ? __heddle_find_name(__heddle_file_names, NAMES, &name) : -1;
	file = i < 0 ? -1 : __heddle_named_files[i] - 1;
	result = file >= 0 ? 0 : i < 0 ? HEDDLE_OUTSIDE : -1;
	if (size && file >= 0) {
		__heddle_check_buffers(file, 0, 0);
		*size = __heddle_contents[file].unbounded ? HEDDLE_OUTSIDE : __heddle_contents[file].size;
	} else if (operation == HEDDLE_PATH_UNLINK && file >= 0) {
		__heddle_unbind(i);
	} else if (operation == HEDDLE_PATH_UNLINK && known && i < 0 && (i = __heddle_free_name()) >= 0) {
		__heddle_file_names[i] = name;
		__heddle_named_files[i] = 0;
	} else if (operation == HEDDLE_PATH_RENAME && result != -1) {
		__heddle_rename_file(i, renames ? __heddle_find_name(__heddle_file_names, NAMES, &new) : -1, &new);
	}
	__heddle_atomic_end();
	return result == -1 ? __heddle_error(ENOENT) : result;
}

_Bool __heddle_copy_file(int fd, char *to, off_t *size, off_t *at)
{
	struct __heddle_description *d;
	struct __heddle_contents *f;
	_Bool written;

	__heddle_atomic_begin();
	d = __heddle_description_of(fd);
	f = &__heddle_contents[d->file];
	if (f->forgotten || d->place != KNOWN)
		__heddle_unsupported("a stream in memory with more than 256 bytes, or with text of any value");
	for (off_t i = 0; i < f->last; i++)
		to[i] = f->bytes[i];
	*size = f->size;
	*at = d->at;
	written = d->buffer == WRITTEN;
	__heddle_atomic_end();
	return written;
}
