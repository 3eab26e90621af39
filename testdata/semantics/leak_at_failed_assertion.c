// 9.3: leaks count at process end, also when a failed assertion that is not checked ends it.
//
// expect: assert=violation race=safe deadlock=safe memory=violation leak=violation
#include <assert.h>
#include <stdlib.h>

static int *p;

int main(void)
{
	p = malloc(sizeof *p);
	p = NULL;
	assert(0);
	return 0;
}
