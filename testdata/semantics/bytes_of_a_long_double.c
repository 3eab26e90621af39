// 5.20: a store of a long double gives a value to all of its bytes. Those behind its binary64 value become zero.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=safe
#include <assert.h>
#include <string.h>

struct number {
	long double value;
};

int main(void)
{
	static const struct number constant = { -2.0L };
	struct number computed;

	computed.value = -constant.value;
	computed.value = -computed.value;
	assert(memcmp(&computed, &constant, sizeof computed) == 0);
	return 0;
}
