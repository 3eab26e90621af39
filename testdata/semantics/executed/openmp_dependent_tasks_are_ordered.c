// 18.6: dependences order sibling tasks; taskwait waits for the children of the task.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

int main(void)
{
	int x = 0;

#pragma omp parallel num_threads(2)
#pragma omp single
	{
#pragma omp task depend(out : x)
		x = 1;
#pragma omp task depend(inout : x)
		x = x * 2;
#pragma omp taskwait
		assert(x == 2);
	}
	return 0;
}
