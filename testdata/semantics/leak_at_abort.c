// 9.3: leaks count at process end, however the process ends.
//
// expect: assert=safe race=safe deadlock=safe memory=violation leak=violation
#include <stdlib.h>

static int *p;

int main(void)
{
	p = malloc(sizeof *p);
	p = NULL;
	abort();
}
