/* umask.c - the mask for the permissions of new files. It is any until the program sets it. */
#include <sys/stat.h>
#include "intrinsics.h"
#include "shared.h"

static struct {
	_Bool known;
	mode_t mask;
} __heddle_umask;

/* The mask, inside a section. */
static mode_t __heddle_current_mask(void)
{
	if (!__heddle_umask.known)
		__heddle_umask.mask = (mode_t)__heddle_pick(0, 0777);
	__heddle_umask.known = 1;
	return __heddle_umask.mask;
}

mode_t __heddle_masked_mode(mode_t mode)
{
	mode_t mask;

	__heddle_atomic_begin();
	mask = __heddle_current_mask();
	__heddle_atomic_end();
	return mode & 0777 & ~mask;
}

mode_t umask(mode_t mask)
{
	mode_t was;

	__heddle_atomic_begin();
	was = __heddle_current_mask();
	__heddle_umask.mask = mask & 0777;
	__heddle_atomic_end();
	return was;
}
