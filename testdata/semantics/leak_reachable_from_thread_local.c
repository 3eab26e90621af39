// 9.3: a heap object that a live thread-local reaches is no leak.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <stdlib.h>

static _Thread_local int *p;

int main(void)
{
	p = malloc(sizeof *p);
	return 0;
}
