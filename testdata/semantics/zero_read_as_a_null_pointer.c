// 14.18: a constant zero among variable arguments may be read as a null pointer.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=safe
#include <assert.h>
#include <stdarg.h>
#include <stddef.h>

static void *second(int first, ...)
{
	va_list list;
	void *p;

	va_start(list, first);
	p = va_arg(list, void *);
	va_end(list);
	return p;
}

int main(void)
{
	assert(second(1, 0) == NULL);
	return 0;
}
