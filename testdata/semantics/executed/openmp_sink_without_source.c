// 18.3: an iteration that ends without a source keeps those that wait for it waiting.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <assert.h>

int main(void)
{
	int a[2] = {0, 0};

#pragma omp parallel for ordered(1) num_threads(2) schedule(static, 1)
	for (int i = 0; i < 2; i++) {
#pragma omp ordered depend(sink : i - 1)
		a[i] = 1;
		if (i > 0) {
#pragma omp ordered depend(source)
		}
	}
	assert(a[1] == 1);
	return 0;
}
