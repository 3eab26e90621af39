// 5.14: padding that memset wrote has a value; assignments of members leave it as it was.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=safe
#include <string.h>

struct pair {
	char kind;
	int n;
};

int main(void)
{
	struct pair a, b;

	memset(&a, 0, sizeof a);
	memset(&b, 0, sizeof b);
	a.kind = b.kind = 'x';
	a.n = b.n = 1;
	return memcmp(&a, &b, sizeof a) != 0;
}
