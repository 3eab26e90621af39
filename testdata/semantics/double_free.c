// 9.1: freeing an object twice is a memory violation.
//
// expect: assert=safe race=safe deadlock=safe memory=violation leak=safe
#include <stdlib.h>

int main(void)
{
	int *p = malloc(sizeof *p), *q = p;

	free(p);
	free(q);
	return 0;
}
