// 18.3: a static schedule gives the first iterations to the first thread.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <omp.h>

int main(void)
{
	int by[3];

#pragma omp parallel num_threads(2)
#pragma omp for schedule(static)
	for (int i = 0; i < 3; i++)
		by[i] = omp_get_thread_num();
	assert(by[0] == 0 && by[1] == 0 && by[2] == 1);
	return 0;
}
