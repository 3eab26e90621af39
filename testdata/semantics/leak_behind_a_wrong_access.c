// 9.11: a wrong access is undefined, so that property leak judges no object that was lost before.
//
// expect: assert=safe race=safe deadlock=safe memory=violation leak=safe
#include <stdlib.h>

static int *p, *null;

int main(void)
{
	p = malloc(sizeof *p);
	p = NULL;
	*null = 1;
	return 0;
}
