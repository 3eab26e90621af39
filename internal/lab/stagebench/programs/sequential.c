/* One thread computes with inputs, N rounds, on variables and a small array. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	unsigned sum = 0, odd = 0, last[8] = {0};
	for (int k = 0; k < N; k++) {
		unsigned in = __VERIFIER_nondet_uint() & 255;
		if (in & 1)
			odd++;
		else
			sum += in;
		last[k % 8] = sum ^ odd;
	}
	assert(sum != 254 || last[(N - 1) % 8] == 254);
	return 0;
}
