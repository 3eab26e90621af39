// A loop down to below zero has no end if the counter wraps.
//
// ask: weak violation termination
static unsigned char i;

int main(void)
{
	for (i = 3; i >= 0; i = (i - 1) & 3)
		;
	return 0;
}
