// 18.2: a declared reduction has the program's initial value, and combines copies one at a time.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

struct pair {
	int low, high;
};

#pragma omp declare reduction(join : struct pair : omp_out.low += omp_in.low, omp_out.high *= omp_in.high) initializer(omp_priv = {0, 1})

int main(void)
{
	struct pair p = {1, 2};

#pragma omp parallel num_threads(2) reduction(join : p)
	{
		p.low += 1;
		p.high *= 2;
	}
	assert(p.low == 3 && p.high == 8);
	return 0;
}
