// Burrows-Wheeler transformation: the rotations of a block are sorted, and the last letters of
// the rows are the result. So letters that precede the same text are next to each other.
//
//     block   rotations   sorted    last column
//     aba     aba         aab  1    b
//             baa         aba  0    a          row of the block: 1
//             aab         baa       a
//
// M. Burrows, D. J. Wheeler, A Block-sorting Lossless Data Compression Algorithm, SRC Research
// Report 124, 1994.
#include "compress.h"

// letter returns a letter of the rotation that begins at some place.
static unsigned char letter(const unsigned char *block, int n, int rotation, int i)
{
	int at = rotation + i;

	return block[at < n ? at : at - n];
}

// compare orders two rotations. Equal rotations are ordered by their beginnings, so that the row
// of the block is the first of the rows equal to it.
static int compare(const unsigned char *block, int n, int a, int b)
{
	for (int i = 0; i < BLOCK && i < n; i++) {
		int one = letter(block, n, a, i);
		int other = letter(block, n, b, i);

		if (one != other)
			return one - other;
	}
	return a - b;
}

// sift puts a rotation into a heap whose largest element is the first.
static void sift(const unsigned char *block, int n, int *heap, int size, int at)
{
	int moved = heap[at];

	for (int steps = 0; steps < BLOCK && 2 * at + 1 < size; steps++) {
		int child = 2 * at + 1;

		if (child + 1 < size && compare(block, n, heap[child], heap[child + 1]) < 0)
			child++;
		if (compare(block, n, moved, heap[child]) >= 0)
			break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = moved;
}

int sort_forward(const unsigned char *from, int n, unsigned char *to)
{
	int rotation[BLOCK];
	int row = 0;

	for (int i = 0; i < BLOCK && i < n; i++)
		rotation[i] = i;
	for (int i = BLOCK / 2 - 1; i >= 0; i--)
		if (i < n / 2)
			sift(from, n, rotation, n, i);
	for (int size = BLOCK - 1; size > 0; size--) {
		if (size < n) {
			int largest = rotation[0];

			rotation[0] = rotation[size];
			rotation[size] = largest;
			sift(from, n, rotation, size, 0);
		}
	}
	for (int i = 0; i < BLOCK && i < n; i++) {
		to[i] = letter(from, n, rotation[i], n - 1);
		if (rotation[i] == 0)
			row = i;
	}
	return row;
}

// The letters of the first column are those of the last, sorted. The i-th of a kind in one is the
// i-th in the other: before[i] is the row whose last letter is the first of row i.
bool sort_back(const unsigned char *from, int n, int row, unsigned char *to)
{
	int before[BLOCK];
	int count[256] = { 0 };
	int sum = 0;

	if (row < 0 || row >= n)
		return false;
	for (int i = 0; i < n; i++)
		count[from[i]]++;
	for (int c = 0; c < 256; c++) {
		int here = count[c];

		count[c] = sum;
		sum += here;
	}
	for (int i = 0; i < n; i++)
		before[count[from[i]]++] = i;
	for (int i = 0; i < n; i++) {
		row = before[row];
		to[i] = from[row];
	}
	return true;
}
