// Two threads each defer the release of an object; each object is released once.
#include <assert.h>
#include <pthread.h>
#include "free_later.h"

static int released[2];

void free_later_run(void);
void free_later_stage(void);

static void release(void *var) { ++*(int *)var; }

static void *worker(void *arg)
{
    free_later(arg, release);
    return 0;
}

int main(void)
{
    pthread_t t[2];
    free_later_init();
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, &released[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    free_later_exit();
    assert(released[0] == 1 && released[1] == 1);
    return 0;
}
