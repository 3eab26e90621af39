// 18.7: lanes execute only iterations beside each other that are nearer than safelen.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
int main(void)
{
	int a[3] = {1, 1, 1};

#pragma omp simd safelen(1)
	for (int i = 0; i < 2; i++)
		a[i + 1] = a[i];
	return a[2] - 1;
}
