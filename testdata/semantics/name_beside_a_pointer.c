// 9.4: strcmp of a name in a structure with a pointer reads no byte of the pointer, so the result depends on no address.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	char name[8];
	int count;
	struct entry *next;
};

static struct entry *table;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add(const char *name)
{
	struct entry *e;

	pthread_mutex_lock(&lock);
	for (e = table; e && strcmp(e->name, name) != 0; e = e->next)
		;
	if (!e) {
		e = calloc(1, sizeof *e);
		strncpy(e->name, name, sizeof e->name - 1);
		e->next = table;
		table = e;
	}
	e->count++;
	pthread_mutex_unlock(&lock);
}

static void *thread(void *name)
{
	add(name);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, thread, "a");
	add("b");
	pthread_join(t, NULL);
	assert(table->count == 1 && table->next->count == 1 && !table->next->next);
	free(table->next);
	free(table);
	return 0;
}
