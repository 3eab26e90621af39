// The results of undefined functions: they return numbers, pointers, strings and structures,
// or nothing.
//
// expect: assert=violation
#include <assert.h>
#include <pthread.h>

struct item {
	int key;
};

struct range {
	int low, high;
};

extern int level(void);
extern _Bool enabled(void);
extern double ratio(void);
extern struct item *item_get(int n);
extern const char *title(void);
extern struct range bounds(void);
extern void note(const char *text);
extern void (*handler(void))(void);

static int limit;

static void *run(void *arg)
{
	limit = level();
	note("run");
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, run, 0);
	struct item *item = item_get(1);
	const char *name = title();
	struct range r = bounds();

	pthread_join(t, 0);
	for (int i = 0; i < 2; i++)
		note("joined");
	if (item && name && !handler() && enabled() && ratio() != 0.5)
		assert(limit <= 0 || r.low <= 0);
	return 0;
}
