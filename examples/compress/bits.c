// Rows of bits. Bits that do not fit are left out, and the row records that.
#include "compress.h"

void bits_put(struct bits *b, uint32_t number, int n)
{
	for (int i = n - 1; i >= 0; i--) {
		int byte = b->at / 8;

		if (byte >= b->limit) {
			b->over = true;
			return;
		}
		if (b->at % 8 == 0)
			b->bytes[byte] = 0;
		if (number >> i & 1)
			b->bytes[byte] |= (unsigned char)(0x80 >> b->at % 8);
		b->at++;
	}
}

int bits_get(struct bits *b)
{
	int byte = b->at / 8;
	int bit;

	if (byte >= b->limit) {
		b->over = true;
		return 0;
	}
	bit = b->bytes[byte] >> (7 - b->at % 8) & 1;
	b->at++;
	return bit;
}

int bits_bytes(const struct bits *b)
{
	return (b->at + 7) / 8;
}
