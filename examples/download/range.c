// Which blocks there are, and in which segment.
#include "download.h"

int range_blocks(long length)
{
	return (int)((length + BLOCK - 1) / BLOCK);
}

// The first segments have one block more than the others, if blocks cannot be shared out evenly.
struct range range_segment(int blocks, int segment)
{
	int each = blocks / SEGMENTS;
	int left = blocks % SEGMENTS;
	struct range r;

	r.first = each * segment + (segment < left ? segment : left);
	r.end = r.first + each + (segment < left ? 1 : 0);
	return r;
}

size_t range_bytes(long length, int block)
{
	long left = length - range_offset(block);

	return left < BLOCK ? (size_t)left : (size_t)BLOCK;
}

long range_offset(int block)
{
	return (long)block * BLOCK;
}
