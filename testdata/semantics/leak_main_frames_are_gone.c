// 9.3: the frames of main are gone after its return: what only they reached is a leak.
//
// expect: assert=safe race=safe deadlock=safe memory=violation leak=violation
#include <stdlib.h>

int main(void)
{
	int *p = malloc(sizeof *p);

	*p = 0;
	return *p;
}
