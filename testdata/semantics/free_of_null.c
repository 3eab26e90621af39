// 9.2: freeing a null pointer is none of these.
//
// expect: assert=safe race=safe deadlock=safe memory=safe leak=safe
#include <stdlib.h>

int main(void)
{
	free(NULL);
	return 0;
}
