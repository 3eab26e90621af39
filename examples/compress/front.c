// Move to front: a letter becomes its place in a list, and moves to the list's front. Where the
// same letters stand together, the places are small.
//
// J. L. Bentley, D. D. Sleator, R. E. Tarjan, V. K. Wei, A Locally Adaptive Data Compression
// Scheme, Communications of the ACM 29 (4), 1986.
#include "compress.h"

// begin fills the list.
static void begin(unsigned char *list)
{
	for (int i = 0; i < LETTERS; i++)
		list[i] = (unsigned char)i;
}

// move moves the letter at a place to the front.
static unsigned char move(unsigned char *list, int place)
{
	unsigned char letter = list[place];

	for (int i = LETTERS - 1; i > 0; i--)
		if (i <= place)
			list[i] = list[i - 1];
	list[0] = letter;
	return letter;
}

void front_forward(unsigned char *letters, int n)
{
	unsigned char list[LETTERS];

	begin(list);
	for (int i = 0; i < BLOCK && i < n; i++) {
		int place = 0;

		for (int k = 0; k < LETTERS; k++)
			if (list[k] == letters[i])
				place = k;
		move(list, place);
		letters[i] = (unsigned char)place;
	}
}

bool front_back(unsigned char *letters, int n)
{
	unsigned char list[LETTERS];

	begin(list);
	for (int i = 0; i < n; i++) {
		int place = letters[i];

		if (place >= LETTERS)
			return false;
		letters[i] = move(list, place);
	}
	return true;
}
