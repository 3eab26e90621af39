// A loop until a flag is set does not end if the flag is never set, or if it toggles.
//
// ask: weak violation termination
// ask: weak safe F G flag == 0
static volatile int flag;
static int toggled;

int main(void)
{
	while (!flag)
		toggled = !toggled;
	return 0;
}
