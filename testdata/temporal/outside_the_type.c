// A formula compares numbers as integers, also with a number outside the range of the variable's type.
//
// ask: weak violation F x == 128
// ask: weak safe G x < 128
// ask: weak safe F x == -128
// ask: weak violation F u == 300 || F 256 == u
// ask: weak safe G (u >= -1 && b != 2)
#include <pthread.h>

static signed char x;
static unsigned char u;
static _Bool b;

static void *set(void *arg)
{
	x = 127;
	x++;
	u = 255;
	b = u;
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, set, 0);
	pthread_join(t, 0);
	return 0;
}
