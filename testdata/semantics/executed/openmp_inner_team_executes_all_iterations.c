// 18.3: a team that a thread of another team makes executes all iterations of its loops, beside those of the other team.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <omp.h>

static int a[2];

static void both(void)
{
#pragma omp for schedule(static)
	for (int i = 0; i < 2; i++)
		a[i]++;
}

int main(void)
{
	omp_set_nested(1);
#pragma omp parallel num_threads(2)
	{
#pragma omp master
#pragma omp parallel num_threads(2)
		both();
		both();
	}
	return 0;
}
