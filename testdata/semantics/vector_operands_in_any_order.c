// 15.1: the operands of an operator on vectors or complex numbers are evaluated in any order, too.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>

typedef int v2 __attribute__((vector_size(8)));

static v2 v = { 1, 2 };
static _Complex int z = 3;

static v2 change(void)
{
	v[0] = 5;
	return v;
}

static _Complex int advance(void)
{
	return z += 1i;
}

int main(void)
{
	assert(__imag__(z + advance()) >= 1);
	assert((v + change())[0] != 6);
	return 0;
}
