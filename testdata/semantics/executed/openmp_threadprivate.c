// 18.2: each thread has its own threadprivate variables; copyin gives them the value of the first thread.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

static int own;
#pragma omp threadprivate(own)

int main(void)
{
	own = 4;
#pragma omp parallel num_threads(2) copyin(own)
	{
		own++;
		assert(own == 5);
	}
	return 0;
}
