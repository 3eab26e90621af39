// 5.18: the result of printf is the number of characters that it prints, and so is that of fprintf.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stdio.h>

int main(void)
{
	int n = 12;
	assert(printf("hello\n") == 6);
	assert(printf("%5d|%-3c|%s\n", n, 'x', "ab") == 13);
	assert(fprintf(stderr, "%%%x", 255) == 3);
	assert(printf("%s", "") == 0);
	return 0;
}
