// 13.5: the address of a nested function leads nowhere after the return of the function around it.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <assert.h>

static int (*kept)(void);

static int parent(int x)
{
	int get(void) { return x; }

	kept = get;
	return kept();
}

int main(void)
{
	assert(parent(3) == 3);
	return kept();
}
