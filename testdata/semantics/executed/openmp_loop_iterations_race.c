// 18.3: two threads of a team execute iterations of a loop, and a variable around the region is shared.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
int main(void)
{
	int last = 0;

#pragma omp parallel for num_threads(2)
	for (int i = 0; i < 2; i++)
		last = i;
	return last;
}
