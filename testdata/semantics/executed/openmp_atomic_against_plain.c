// 18.5: atomic makes the accesses of its statement atomic; a plain access of the same variable races with them.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
int main(void)
{
	double x = 0;

#pragma omp parallel num_threads(2)
	{
#pragma omp atomic
		x += 1;
#pragma omp master
		x = 2;
	}
	return 0;
}
