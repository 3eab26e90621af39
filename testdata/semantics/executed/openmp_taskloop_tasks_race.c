// 18.6: iterations of a taskloop run beside each other if they are in different tasks.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
int main(void)
{
	int a[3] = {0, 1, 2};

#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop grainsize(1) shared(a)
	for (int i = 0; i < 2; i++)
		a[i + 1] = a[i];
	return a[2];
}
