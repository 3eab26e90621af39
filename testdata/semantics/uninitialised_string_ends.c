// 5.14: characters behind the end of a string are not used by who reads the string.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=safe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char digits[4], *copy;

	digits[0] = '1';
	digits[1] = 0;
	copy = strdup(digits);
	printf("%s %.2s\n", digits, digits);
	if (copy)
		puts(copy);
	free(copy);
	return atoi(digits) - 1 + strncmp(digits, "2", 4) != -1;
}
