// 12.6: two signals may arrive at one operation, one after the other.
//
// environment: signals
// expect: assert=violation race=bounded deadlock=bounded memory=bounded
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t arrived;

static void count(int number)
{
	(void)number;
	arrived++;
}

int main(void)
{
	signal(SIGUSR1, count);
	assert(arrived <= 1);
	return 0;
}
