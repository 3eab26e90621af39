// 5.4: null, bounds, use after free, invalid free and division by zero end the process when not checked.
//
// expect: assert=safe race=safe deadlock=safe memory=violation div=violation
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int a[4], *p, zero;

int main(void)
{
	int i = 4;

	switch (__VERIFIER_nondet_int()) {
	case 0:
		*p = 1;
		break;
	case 1:
		a[i] = 1;
		break;
	case 2:
		p = malloc(sizeof *p);
		free(p);
		*p = 1;
		break;
	case 3:
		free(a);
		break;
	case 4:
		a[0] = 1 / zero;
		break;
	default:
		return 0;
	}
	assert(0);
	return 0;
}
