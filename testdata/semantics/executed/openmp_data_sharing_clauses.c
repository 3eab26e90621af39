// 18.2: firstprivate begins with the value before the region, lastprivate ends with that of the last iteration, and a reduction
// combines the copies with the variable.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

int main(void)
{
	int base = 5, last = 0, sum = 100, most = -1, i, v[2] = {1, 1};

#pragma omp parallel for num_threads(2) schedule(static) firstprivate(base) lastprivate(last, i) reduction(+ : sum, v) reduction(max : most)
	for (i = 0; i < 3; i++) {
		base += i;
		last = i;
		sum += i;
		v[i & 1] += 1;
		most = i > most ? i : most;
	}
	assert(base == 5 && last == 2 && i == 3 && sum == 103 && most == 2 && v[0] == 3 && v[1] == 2);
	return 0;
}
