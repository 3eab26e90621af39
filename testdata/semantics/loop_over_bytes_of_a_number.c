// 8.1: a number that is read byte by byte keeps no later value of its variable from being another.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	int n = 2, last;

	do {
		int *number = malloc(sizeof *number);
		unsigned char copy[sizeof *number];

		*number = n;
		for (unsigned i = 0; i < sizeof copy; i++)
			copy[i] = ((unsigned char *)number)[i];
		last = copy[0];
		free(number);
		n--;
	} while (n > 0);
	assert(last == 2);
	return 0;
}
