// 14.19: the program's definition of a library function does not replace it in the library's own calls, unless it
// allocates memory.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stddef.h>
#include <string.h>

struct stat;
extern int __fxstat(int version, int fd, struct stat *s);

int fstat(int fd, struct stat *s) // as an inline function of older headers
{
	return __fxstat(1, fd, s);
}

static char text[4];
static int calls;

void *malloc(size_t n)
{
	calls++;
	return n <= sizeof text ? text : NULL;
}

int main(void)
{
	long words[32];
	char *copy = strdup("abc");

	assert(copy == text && calls == 1);
	fstat(1, (struct stat *)words);
	assert(0);
	return 0;
}
