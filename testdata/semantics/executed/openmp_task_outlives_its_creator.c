// 18.6: a task may go on when its creator has ended, and with it the creator's variables.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
int main(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
	{
#pragma omp task
		{
			int x = 0;
#pragma omp task shared(x)
			x = 1;
		}
	}
	return 0;
}
