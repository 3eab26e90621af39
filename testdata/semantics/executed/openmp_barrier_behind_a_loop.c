// 18.4: without nowait the end of a loop is a barrier.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

int main(void)
{
	int a[2] = {0, 0}, b[2];

#pragma omp parallel num_threads(2)
	{
#pragma omp for schedule(static)
		for (int i = 0; i < 2; i++)
			a[i] = i;
#pragma omp for schedule(static)
		for (int i = 0; i < 2; i++)
			b[i] = a[1 - i];
	}
	assert(b[0] == 1 && b[1] == 0);
	return 0;
}
