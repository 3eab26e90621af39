// 5.14: memcmp uses all bytes that it compares; padding that no store wrote has no value.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=violation
#include <string.h>

struct pair {
	char kind;
	int n;
};

int main(void)
{
	struct pair a, b;

	a.kind = b.kind = 'x';
	a.n = b.n = 1;
	return memcmp(&a, &b, sizeof a) != 0;
}
