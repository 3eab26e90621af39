// 18.3: an iteration of a loop with ordered(n) waits for the source of another one, which happens before it.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

int main(void)
{
	int a[3] = {1, 0, 0};

#pragma omp parallel for ordered(1) num_threads(2) schedule(static, 1)
	for (int i = 1; i < 3; i++) {
#pragma omp ordered depend(sink : i - 1)
		a[i] = a[i - 1] + 1;
#pragma omp ordered depend(source)
	}
	assert(a[2] == 3);
	return 0;
}
