// 18.3: every iteration is executed by one thread, once; the iteration variable and private variables are the thread's own.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

int main(void)
{
	int a[3] = {0, 0, 0}, i, twice = 7;

#pragma omp parallel for num_threads(2) private(twice)
	for (i = 2; i >= 0; i -= 1) {
		twice = 2 * i;
		a[i] += twice;
	}
	assert(a[0] == 0 && a[1] == 2 && a[2] == 4 && twice == 7);
	return 0;
}
