// A loop until a flag is set that nobody sets has no end, nor has one that toggles.
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
