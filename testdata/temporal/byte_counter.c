// A counter of 8 bits stays below 256 for ever. Its value does not matter to the loop, and comes back after 256 rounds.
//
// ask: weak violation termination
static volatile int last;

int main(void)
{
	for (unsigned char i = 0; i < 256; i++)
		last = i;
	return 0;
}
