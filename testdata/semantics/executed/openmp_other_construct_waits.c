// 18.3: a thread of a team that comes to another construct than the first one waits for ever.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <omp.h>

int main(void)
{
	int a[2] = {0, 0};

#pragma omp parallel num_threads(2)
	{
		if (omp_get_thread_num() == 0) {
#pragma omp single nowait
			a[0] = 1;
		}
#pragma omp for schedule(static)
		for (int i = 0; i < 2; i++)
			a[i] = i;
	}
	return a[1];
}
