// 18.5: critical constructs without a name are of one name.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

int main(void)
{
	int x = 0;

#pragma omp parallel num_threads(2)
	{
#pragma omp critical
		x++;
	}
	assert(x == 2);
	return 0;
}
