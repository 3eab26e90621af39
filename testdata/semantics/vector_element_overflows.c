// 8.5: an element has no promotion: a signed character overflows.
//
// expect: assert=safe race=safe deadlock=safe memory=safe overflow=violation
#include <assert.h>

static signed char v __attribute__((vector_size(2))) = { 127, 1 };

int main(void)
{
	v += 1;
	assert(v[0] == -128 && v[1] == 2);
	return 0;
}
