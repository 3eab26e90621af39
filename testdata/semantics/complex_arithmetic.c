// 8.6: the arithmetic of complex numbers is that of gcc.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <complex.h>
#include <math.h>

static double complex z = 1 + 2i, infinite = CMPLX(INFINITY, NAN);
static _Complex int n = 3 + 4i;
static _Complex unsigned char small = 250 + 1i;

static float complex half(float complex x)
{
	return x / 2;
}

int main(void)
{
	double complex w = z * z;

	assert(creal(w) == -3 && cimag(w) == 4 && w / z == z && ~z == 1 - 2i);
	assert(half(z) == 0.5f + 1.0if && (double)z == 1 && z && !(_Bool)(z - z));
	assert(isinf(creal(infinite * z)) && signbit(cimag(0.0 - CMPLX(0, 0))));
	n = n / (1 + 2i);
	small += 10;
	assert(n == 2 - 1i && __real__ small == 4 && __imag__ small == 1);
	__imag__ z = 7;
	__real__ z++;
	assert(z-- == 2 + 7i && z == 1 + 7i);
	return 0;
}
