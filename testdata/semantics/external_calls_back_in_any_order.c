// 14.10: the functions of a table are called in any order, not in that of the table.
//
// expect: race=violation
#include <pthread.h>

struct operations {
	void (*change)(void);
	void (*start)(void);
};

extern void run(const struct operations *ops);

static int shared, started;
static pthread_t t;

static void *worker(void *arg)
{
	shared++;
	return arg;
}

static void change(void)
{
	shared = 1;
}

static void start(void)
{
	if (!started++)
		pthread_create(&t, 0, worker, 0);
}

static const struct operations table = {change, start};

int main(void)
{
	run(&table);
	return 0;
}
