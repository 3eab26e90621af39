// 9.8: a jump to before the declaration of another object does not end it; a cleanup runs on the way.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

static int cleaned;
static void clean(int *p) { cleaned += *p; }

int main(void)
{
	int rounds = 0, *p = 0, x = 0;
back:
	if (rounds == 1)
		x = *p;
	int a[3];
	int c __attribute__((cleanup(clean))) = 5;
	a[0] = 7;
	if (rounds++ == 0) {
		p = a;
		goto back;
	}
	assert(cleaned == 5 && x == 7);
	return 0;
}
