// 14.27: equal seeds give equal numbers, which the model does not know.
// only: an answer is unknown.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
// alone: assert=unknown
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	srand(7);
	int first = rand();

	srand(7);
	assert(rand() == first);
	return 0;
}
