// 5.9: a bit-field that is narrower than its declared type has a type of its own, for which _Generic selects
// the default. Arithmetic promotes it.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

#define IS(x) _Generic((x), _Bool: 1, signed char: 2, int: 3, unsigned: 4, default: 5)

struct fields {
	_Bool flag : 1;
	signed char narrow : 5;
	int whole : 32;
	unsigned part : 31;
} f;

int main(void)
{
	assert(IS(f.flag) == 1 && IS(f.whole) == 3);
	assert(IS(f.narrow) == 5 && IS(f.part) == 5);
	assert(IS(f.narrow = 1) == 5 && IS(f.part++) == 5 && IS((0, f.narrow)) == 5 && IS(({ f.part; })) == 5);
	assert(IS(+f.narrow) == 3 && IS(f.part + 0) == 3 && IS((unsigned)f.part) == 4);
	return 0;
}
