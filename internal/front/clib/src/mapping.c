/* mapping.c - memory of mmap, and advice about it. */
#include <errno.h>
#include <sys/mman.h>
#include "intrinsics.h"
#include "process.h"
#include "shared.h"

int __heddle_may_fail(void);

enum { PAGE = 4096 };

void (*__heddle_share_object_hook)(void *p);
void *(*__heddle_map_hook)(int fd, size_t n, off_t offset, _Bool writes);
int (*__heddle_unmap_hook)(const void *p);

/* Anonymous memory is a heap object of zeros; files are unsupported, but those of shm_open. */
void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset)
{
	void *p;

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
	if (!(flags & MAP_ANONYMOUS) && (!__heddle_map_hook || !HEDDLE_IS_SHARED(fd) || !(flags & MAP_SHARED)))
		__heddle_unsupported("mmap of a file");
	if (flags & MAP_SHARED && !(flags & MAP_ANONYMOUS))
		HEDDLE_SHARE();
	if (__heddle_flip(HEDDLE_CHOOSE_ALLOC_FAIL)) {
		errno = ENOMEM;
		return MAP_FAILED;
	}
	if (__heddle_map_hook && !(flags & MAP_ANONYMOUS))
		return __heddle_map_hook(fd, length, offset, (protection & PROT_WRITE) != 0);
	p = __heddle_alloc(length, PAGE, HEDDLE_ALLOC_HEAP_ZERO);
	if (flags & MAP_SHARED && __heddle_share_object_hook)
		__heddle_share_object_hook(p);
	return p;
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

int mlockall(int flags)
{
	if (!(flags & (MCL_CURRENT | MCL_FUTURE)) || flags & ~(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT))
		return __heddle_error(EINVAL);
	return __heddle_may_fail();
}

int munlockall(void)
{
	return __heddle_may_fail();
}

__heddle_role(free, heap)
int munmap(void *p, size_t length)
{
	if (__heddle_unmap_hook && __heddle_unmap_hook(p))
		return 0;
	if (__heddle_object_size(p) != length)
		__heddle_unsupported("munmap of a part of a mapping");
	__heddle_free(p);
	return 0;
}
