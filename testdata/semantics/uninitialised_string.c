// 5.14: a library function that reads a string uses its characters, up to its end.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=violation
#include <stdlib.h>

int main(void)
{
	char digits[4];

	digits[0] = '1';
	digits[3] = 0;
	return atoi(digits) == 1;
}
