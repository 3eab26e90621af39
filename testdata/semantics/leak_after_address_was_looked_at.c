// 9.3: looking at a pointer's bits keeps nothing alive: a lost object is a leak all the same.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static int *p;

int main(void)
{
	p = malloc(sizeof *p);
	assert((uintptr_t)p % sizeof *p == 0);
	p = NULL;
	return 0;
}
