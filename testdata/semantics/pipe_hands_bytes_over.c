// 14.11: a pipe hands bytes over in their order, and those of one write together.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *writer(void *text)
{
	write(ends[1], text, 2);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	char got[4];

	if (pipe(ends) != 0)
		return 0;
	pthread_create(&a, NULL, writer, "ab");
	pthread_create(&b, NULL, writer, "cd");
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	close(ends[1]);
	if (read(ends[0], got, 4) == 4)
		assert((got[0] == 'a' && got[1] == 'b' && got[2] == 'c' && got[3] == 'd') ||
		       (got[0] == 'c' && got[1] == 'd' && got[2] == 'a' && got[3] == 'b'));
	return 0;
}
