// 18.6: tasks of a taskloop share its iterations, and the construct waits for them.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

int main(void)
{
	int sum = 0, last = 0;

#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop num_tasks(2) reduction(+ : sum) lastprivate(last)
	for (int i = 0; i < 2; i++) {
		sum += i + 1;
		last = i;
	}
	assert(sum == 3 && last == 1);
	return 0;
}
