// 14.8: a pointer to characters that an undefined function
// returns is null or leads to a string that ends.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>

extern const char *title(void);

int main(void)
{
	const char *s = title();
	int n = 0;

	if (s == 0)
		return 0;
	while (n < 3 && s[n] != 0)
		n++;
	assert(n < 2);
	return 0;
}
