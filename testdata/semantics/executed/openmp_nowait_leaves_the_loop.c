// 18.4: with nowait there is no barrier behind a loop.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
int main(void)
{
	int a[2] = {0, 0}, b[2];

#pragma omp parallel num_threads(2)
	{
#pragma omp for schedule(static) nowait
		for (int i = 0; i < 2; i++)
			a[i] = i;
#pragma omp for schedule(static)
		for (int i = 0; i < 2; i++)
			b[i] = a[1 - i];
	}
	return b[0];
}
