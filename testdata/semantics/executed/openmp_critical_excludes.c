// 18.5: critical constructs of one name exclude each other; those of other names do not.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
int main(void)
{
	int x = 0;

#pragma omp parallel sections num_threads(2)
	{
#pragma omp section
#pragma omp critical(one)
		x++;
#pragma omp section
#pragma omp critical(other)
		x++;
	}
	return x;
}
