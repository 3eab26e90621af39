// 18.7: the lanes of a simd loop race like threads.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
int main(void)
{
	int a[3] = {0, 1, 2};

#pragma omp simd
	for (int i = 0; i < 2; i++)
		a[i + 1] = a[i];
	return a[2];
}
