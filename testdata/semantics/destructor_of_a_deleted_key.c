// 14.4: whether a value has a destructor is decided when its turn comes, an operation of
// its own behind the thread's last one.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_key_t key;
static atomic_int deleted;
static int saw, ran;

static void destroy(void *value)
{
	(void)value;
	ran = 1;
}

static void *use(void *arg)
{
	pthread_setspecific(key, &saw);
	saw = deleted;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_key_create(&key, destroy);
	pthread_create(&t, NULL, use, NULL);
	deleted = 1;
	pthread_key_delete(key);
	pthread_join(t, NULL);
	assert(saw || ran);
	return 0;
}
