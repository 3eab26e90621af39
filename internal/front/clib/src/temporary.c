/* temporary.c - files and directories with a new name: six digits that no call of this process has chosen. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "intrinsics.h"

enum { LETTERS = 6 };

static int __heddle_temporary_count;

/* Fills the end of a name; whether it can be filled. */
static _Bool __heddle_fill_name(char *name)
{
	size_t n = strlen(name);
	int count;

	for (int i = 1; i <= LETTERS; i++)
		if (n < LETTERS || name[n - (size_t)i] != 'X')
			return 0;
	__heddle_atomic_begin();
	count = __heddle_temporary_count++;
	__heddle_atomic_end();
	for (int i = 1; i <= LETTERS; i++, count /= 10)
		name[n - (size_t)i] = (char)('0' + count % 10);
	return 1;
}

int mkstemp(char *name)
{
	return __heddle_fill_name(name) ? open(name, O_RDWR | O_CREAT | O_EXCL, 0600) : __heddle_error(EINVAL);
}

char *mkdtemp(char *name)
{
	if (__heddle_fill_name(name))
		return mkdir(name, 0700) ? 0 : name;
	errno = EINVAL;
	return 0;
}
