// 9.9: a copy of a constant size is judged as well.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <string.h>

static int numbers[4];

static void shift(int *from)
{
	memcpy(from + 1, from, 2 * sizeof *from);
}

int main(void)
{
	shift(numbers);
	return 0;
}
