// 9.1: to free a pointer that is not the start of a heap object is a memory violation.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <stdlib.h>

int main(void)
{
	char *p = malloc(2);

	free(p + 1);
	return 0;
}
