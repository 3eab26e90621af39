// 18.8: a scalar that no clause maps is firstprivate in a target region; arrays and mapped scalars are not.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

static int global = 1;

int main(void)
{
	int scalar = 1, mapped = 1, a[2] = {1, 1}, sum = 1, *p = a;

#pragma omp target map(tofrom : mapped)
	{
		global++;
		scalar++;
		mapped = global + scalar;
		a[0]++;
		p[1]++;
	}
	assert(global == 1 && scalar == 1 && mapped == 4 && a[0] == 2 && a[1] == 2);
#pragma omp target parallel num_threads(2) reduction(+ : sum)
	sum += scalar;
	assert(sum == 3);
	return 0;
}
