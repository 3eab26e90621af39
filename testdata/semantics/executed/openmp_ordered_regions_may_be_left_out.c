// 18.3: an iteration without an ordered region is not ordered before the regions of later ones.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
int main(void)
{
	int x = 0;

#pragma omp parallel for num_threads(2) ordered schedule(static, 1)
	for (int i = 0; i < 3; i++) {
		if (i == 0) {
			x = 1;
			continue;
		}
#pragma omp ordered
		x++;
	}
	return x;
}
