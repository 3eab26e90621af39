// 18.6: tasks without a dependence race.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
int main(void)
{
	int x = 0;

#pragma omp parallel num_threads(2)
#pragma omp master
	{
#pragma omp task
		x = 1;
#pragma omp task
		x = 2;
	}
	return x;
}
