/*
 * mapping.c - memory of mmap, and advice about it. A private mapping of a file is a copy of its bytes; changes of the file are
 * refused until munmap. A shared one has the bytes until munmap, which writes them to the file; all accesses to the file are refused
 * meanwhile. A file outside has any bytes.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include "channel.h"
#include "file.h"
#include "intrinsics.h"
#include "process.h"
#include "shared.h"
#include "thread.h"

int __heddle_may_fail(void);

enum { PAGE = 4096 };

void (*__heddle_share_object_hook)(void *p);
void *(*__heddle_map_hook)(int fd, size_t n, off_t offset, _Bool writes);
int (*__heddle_unmap_hook)(const void *p);

/* A mapping that is never unmapped is no leak: the list of the kernel has it. */
struct __heddle_mapping {
	void *memory;
};

static void *__heddle_make_mapping(size_t length, int flags)
{
	struct __heddle_mapping *m = __heddle_alloc(sizeof *m, _Alignof(struct __heddle_mapping), HEDDLE_ALLOC_MODEL);
	void *p = __heddle_alloc(length, PAGE, HEDDLE_ALLOC_HEAP_ZERO);

	m->memory = p;
	if (flags & MAP_SHARED && __heddle_share_object_hook)
		__heddle_share_object_hook(p);
	return p;
}

/* Mappings of files with contents: a descriptor of the file, and where its bytes begin. */
enum { MAPPED = 4 };

static struct {
	void *memory; /* null: a free entry */
	int fd;
	off_t at;
	_Bool shared;
	_Bool writes;
} __heddle_mapped[MAPPED];

static void __heddle_map_contents(int fd, void *p, off_t at, _Bool shared, _Bool writes)
{
	int i = 0, copy = (int)HEDDLE_ON_FILE(fd, 0, HEDDLE_FILE_COPY);

	HEDDLE_ON_FILE(copy, shared ? 2 : 1, HEDDLE_FILE_MAP);
	__heddle_atomic_begin();
	while (i < MAPPED && __heddle_mapped[i].memory)
		i++;
	if (i == MAPPED)
		__heddle_unsupported("more than 4 mappings of files with contents");
	__heddle_mapped[i].memory = p;
	__heddle_mapped[i].fd = copy;
	__heddle_mapped[i].at = at;
	__heddle_mapped[i].shared = shared;
	__heddle_mapped[i].writes = writes;
	__heddle_atomic_end();
}

/* Writes the bytes of a shared mapping to its file: the file does not become longer. */
void (*__heddle_unmap_file_hook)(const void *p, size_t n);

void __heddle_unmap_file(const void *p, size_t n)
{
	int fd = -1;
	off_t at = 0, size;
	_Bool shared = 0, writes = 0;

	__heddle_atomic_begin();
	for (int i = 0; i < MAPPED; i++)
		if (__heddle_mapped[i].memory == p) {
			fd = __heddle_mapped[i].fd;
			at = __heddle_mapped[i].at;
			shared = __heddle_mapped[i].shared;
			writes = __heddle_mapped[i].writes;
			__heddle_mapped[i].memory = 0;
		}
	__heddle_atomic_end();
	if (fd == -1)
		return;
	HEDDLE_ON_FILE(fd, shared ? -2 : -1, HEDDLE_FILE_MAP);
	size = HEDDLE_ON_FILE(fd, 0, HEDDLE_FILE_SIZE);
	if (size != HEDDLE_OUTSIDE && at + (off_t)n > size)
		n = at < size ? (size_t)(size - at) : 0;
	if (writes)
		__heddle_write_file(fd, p, n, at, 0);
	HEDDLE_ON_FILE(fd, 0, HEDDLE_FILE_CLOSE);
}

/* Maps a file with contents, or one outside. */
static void *__heddle_map_file(int fd, size_t length, int protection, int flags, off_t offset)
{
	_Bool writes = flags & MAP_SHARED && protection & PROT_WRITE;
	off_t mode = HEDDLE_ON_FILE(fd, 0, HEDDLE_FILE_FLAGS);
	char *p;

	if (mode == -1)
		return MAP_FAILED;
	if (mode == HEDDLE_OUTSIDE && flags & MAP_SHARED)
		__heddle_unsupported("a shared mapping of a file of which nothing is known");
	if (mode != HEDDLE_OUTSIDE && ((mode & O_ACCMODE) == O_WRONLY || (writes && (mode & O_ACCMODE) != O_RDWR))) {
		errno = EACCES;
		return MAP_FAILED;
	}
	if (__heddle_may_fail())
		return MAP_FAILED;
	p = __heddle_make_mapping(length, flags);
	if (mode == HEDDLE_OUTSIDE) {
		for (size_t i = 0; i < length; i++)
			p[i] = (char)__heddle_pick(0, 255);
	} else {
		__heddle_read_file_hook(fd, p, length, offset, HEDDLE_FILE_DIRECT);
		__heddle_map_contents(fd, p, offset, (flags & MAP_SHARED) != 0, writes);
	}
	return p;
}

/* Anonymous memory is an object of zeros. */
void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset)
{
	(void)address;
	if (length == 0 || !(flags & (MAP_SHARED | MAP_PRIVATE)) || offset % PAGE) {
		errno = EINVAL;
		return MAP_FAILED;
	}
	if (!(flags & MAP_ANONYMOUS) && fd < 0) {
		errno = EBADF;
		return MAP_FAILED;
	}
	if (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE))
		__heddle_unsupported("mmap at a fixed address");
	if (!(flags & MAP_ANONYMOUS) && HEDDLE_REFUSED(fd, "mmap", ENODEV, ENODEV))
		return MAP_FAILED;
	if (__heddle_flip(HEDDLE_CHOOSE_ALLOC_FAIL)) {
		errno = ENOMEM;
		return MAP_FAILED;
	}
	if (flags & MAP_ANONYMOUS)
		return __heddle_make_mapping(length, flags);
	if (!__heddle_map_hook || !HEDDLE_IS_SHARED(fd))
		return __heddle_map_file(fd, length, protection, flags, offset);
	if (!(flags & MAP_SHARED))
		__heddle_unsupported("a private mapping of shared memory");
	return __heddle_map_hook(fd, length, offset, (protection & PROT_WRITE) != 0);
}

/* The program's settings for pages have no effect on values. */
int mprotect(void *p, size_t n, int protection)
{
	(void)p, (void)n;
	if (!(protection & PROT_WRITE))
		__heddle_unsupported("mprotect without write access");
	return __heddle_may_fail();
}

int madvise(void *p, size_t n, int advice)
{
	(void)p, (void)n;
	if (advice == MADV_DONTNEED || advice == MADV_FREE)
		__heddle_unsupported("madvise that gives contents away");
	return __heddle_may_fail();
}

int mlock(const void *p, size_t n)
{
	(void)p, (void)n;
	return __heddle_may_fail();
}

int munlock(const void *p, size_t n)
{
	(void)p, (void)n;
	return __heddle_may_fail();
}

/* Whether mlockall locked all pages. */
static _Bool __heddle_locked;

static void __heddle_set_locked(_Bool locked)
{
	__heddle_atomic_begin();
	__heddle_locked = locked;
	__heddle_atomic_end();
}

int mlockall(int flags)
{
	if (!(flags & (MCL_CURRENT | MCL_FUTURE)) || flags & ~(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT))
		return __heddle_error(EINVAL);
	if (__heddle_may_fail())
		return -1;
	__heddle_set_locked(1);
	return 0;
}

int munlockall(void)
{
	if (__heddle_may_fail())
		return -1;
	__heddle_set_locked(0);
	return 0;
}

/* It does not know the pages that mlock locked. */
int msync(void *p, size_t n, int flags)
{
	_Bool locked;

	(void)p, (void)n;
	__heddle_cancellation_point();
	if (flags & ~(MS_SYNC | MS_ASYNC | MS_INVALIDATE) || (flags & MS_SYNC && flags & MS_ASYNC))
		return __heddle_error(EINVAL);
	__heddle_atomic_begin();
	locked = __heddle_locked;
	__heddle_atomic_end();
	return locked && flags & MS_INVALIDATE ? __heddle_error(EBUSY) : __heddle_may_fail();
}

__heddle_role(free, heap)
int munmap(void *p, size_t length)
{
	if (__heddle_unmap_hook && __heddle_unmap_hook(p))
		return 0;
	if (__heddle_object_size(p) != length)
		__heddle_unsupported("munmap of a part of a mapping");
	if (__heddle_unmap_file_hook)
		__heddle_unmap_file_hook(p, length);
	__heddle_free(p);
	return 0;
}
