// 9.3: a heap object that is neither freed nor reachable at process end is a leak.
//
// expect: assert=safe race=safe deadlock=safe memory=violation leak=violation
#include <stdlib.h>

static int *p;

int main(void)
{
	p = malloc(sizeof *p);
	p = malloc(sizeof *p);
	return 0;
}
