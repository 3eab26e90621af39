// 18.3: without a schedule clause either thread may execute the first iteration.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <omp.h>

int main(void)
{
	int by[2];

#pragma omp parallel for num_threads(2)
	for (int i = 0; i < 2; i++)
		by[i] = omp_get_thread_num();
	assert(by[0] == 0);
	return 0;
}
