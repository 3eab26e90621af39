// 18.6: the end of a taskgroup waits for all tasks in it and for their descendants.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

static int done;

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
	{
#pragma omp taskgroup
		{
#pragma omp task
#pragma omp task
			done = 1;
		}
		assert(done);
	}
	return 0;
}
