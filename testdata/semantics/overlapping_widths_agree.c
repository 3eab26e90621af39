// 8.1: accesses of several widths and offsets to one object agree byte by byte.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stdint.h>
#include <string.h>

static unsigned char bytes[8];

int main(void)
{
	uint32_t word = 0x12345678;
	uint16_t half;

	memcpy(bytes + 2, &word, sizeof word);
	bytes[4] = 0xee;
	memcpy(&half, bytes + 3, sizeof half);
	assert(half == 0xee56);
	memcpy(&word, bytes + 2, sizeof word);
	assert(word == 0x12ee5678);
	return 0;
}
