// 18.6: tasks with a dependence of the type mutexinoutset run one at a time, in any order.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>

int main(void)
{
	int x = 1;

#pragma omp parallel num_threads(2)
#pragma omp single
	{
#pragma omp task depend(mutexinoutset : x) shared(x)
		x = x + 1;
#pragma omp task depend(mutexinoutset : x) shared(x)
		x = x * 2;
	}
	assert(x == 4);
	return 0;
}
