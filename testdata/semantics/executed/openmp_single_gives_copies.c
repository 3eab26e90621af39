// 18.4: one thread executes a single construct; copyprivate gives its values to the others.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

int main(void)
{
	int times = 0;

#pragma omp parallel num_threads(2)
	{
		int x = 0;
#pragma omp single copyprivate(x)
		{
			times++;
			x = 7;
		}
		assert(x == 7);
	}
	assert(times == 1);
	return 0;
}
