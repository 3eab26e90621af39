// 8.4: a member that is no bit-field is another location, though it shares the bit-field's declared unit.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static struct {
	char c;
	unsigned b : 4;
	char d;
} f;

static void *set_neighbours(void *arg)
{
	f.c = 1;
	f.d = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, set_neighbours, NULL);
	f.b = 1;
	pthread_join(t, NULL);
	assert(f.b == 1 && f.c == 1 && f.d == 1);
	return 0;
}
