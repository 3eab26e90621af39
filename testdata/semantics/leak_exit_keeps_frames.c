// 9.3: exit inside main ends the process while main's frames are there: what they reach is no leak.
//
// expect: assert=safe race=safe deadlock=safe memory=safe leak=safe
#include <stdlib.h>

int main(void)
{
	int *p = malloc(sizeof *p);

	*p = 0;
	exit(*p);
}
