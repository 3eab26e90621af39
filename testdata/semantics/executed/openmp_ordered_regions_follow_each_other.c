// 18.3: ordered regions are executed in the order of the iterations.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

int main(void)
{
	int next = 0;

#pragma omp parallel for num_threads(2) ordered
	for (int i = 0; i < 3; i++) {
#pragma omp ordered
		assert(next++ == i);
	}
	assert(next == 3);
	return 0;
}
