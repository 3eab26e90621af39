// 5.6: an uninitialised byte is any value when that is not checked.
//
// expect: assert=violation race=safe deadlock=safe memory=safe uninit=violation
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	unsigned char *p = malloc(1);
	unsigned char v = *p;

	free(p);
	assert(v == 0);
	return 0;
}
