// 18.5: no atomic update is lost, of any type; capture yields a value of its own to each thread.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

int main(void)
{
	double x = 1;
	int next = 0, got[2] = {0, 0};

#pragma omp parallel num_threads(2)
	{
		int mine;
#pragma omp atomic
		x = x * 3;
#pragma omp atomic capture
		mine = next++;
		got[mine] = 1;
	}
	assert(x == 9 && next == 2 && got[0] && got[1]);
	return 0;
}
