// 18.6: a variable that the threads of the team do not share is firstprivate in a task; static variables are shared.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

static int shared_one;

int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
	{
		int mine = 3;
#pragma omp task
		{
			mine++;
			shared_one = mine;
		}
#pragma omp taskwait
		assert(mine == 3 && shared_one == 4);
	}
	return 0;
}
