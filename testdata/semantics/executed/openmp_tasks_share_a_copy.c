// 18.6: a task's copy of a variable is shared with the tasks inside it that say so.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <assert.h>

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
	{
		int x = 3;
#pragma omp task
		{
#pragma omp task shared(x)
			x = 4;
			x++;
#pragma omp taskwait
			assert(x == 4 || x == 5);
		}
#pragma omp taskwait
		assert(x == 3);
	}
	return 0;
}
