// 9.9: a copy to a place beside, to the same place or to another object is none; memmove may overlap.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <string.h>

static int numbers[4] = {1, 2, 3, 4};
static char text[8] = "abcdef";

int main(void)
{
	int other[2];
	size_t n = 2;

	memcpy(numbers + 2, numbers, 2 * sizeof *numbers);
	memcpy(other, numbers + 1, sizeof other);
	memcpy(numbers, numbers, sizeof numbers);
	memcpy(text + n, text, n);
	memmove(text + 1, text, 2 * n);
	memmove(numbers + 1, numbers, 3 * sizeof *numbers);
	assert(other[0] == 2 && other[1] == 1);
	assert(numbers[1] == 1 && text[1] == 'a' && text[4] == 'b');
	return 0;
}
