// The disk: bytes on a platter, and an arm that moves over them.
//
// To read or write a byte takes two operations, each of which is one movement of
// the hardware: seek puts the arm over the byte's position; transfer moves the
// byte under the arm. Nothing keeps another thread from seeking in between: this
// is the race `seek`. With DAISY_FIX_SEEK a transfer is given its position.
//
// The disk itself has no lock. The layers above decide which thread may access
// which byte.
#include "daisy.h"

static unsigned char platter[DISK_BYTES];

#ifdef DAISY_FIX_SEEK

unsigned char disk_read(int position)
{
	return platter[position];
}

void disk_write(int position, unsigned char byte)
{
	platter[position] = byte;
}

#else

static int arm; // the position that it is over

static void seek(int position)
{
	arm = position;
}

static unsigned char transfer_from(void)
{
	return platter[arm];
}

static void transfer_to(unsigned char byte)
{
	platter[arm] = byte;
}

// disk_read returns the byte at a position.
unsigned char disk_read(int position)
{
	seek(position);
	return transfer_from();
}

// disk_write changes the byte at a position.
void disk_write(int position, unsigned char byte)
{
	seek(position);
	transfer_to(byte);
}

#endif
