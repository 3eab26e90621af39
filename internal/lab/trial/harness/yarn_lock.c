// A thread waits until another has raised the lock's value twice.
#include <assert.h>
#include <stddef.h>
#include "yarn.h"

static lock *l;
static int count;

static void worker(void *arg)
{
    (void)arg;
    possess(l);
    count++;
    twist(l, BY, 1);
}

int main(void)
{
    l = new_lock(0);
    thread *a = launch(worker, 0), *b = launch(worker, 0);
    possess(l);
    wait_for(l, TO_BE, 2);
    assert(count == 2 && peek_lock(l) == 2);
    release(l);
    join(a);
    join(b);
    free_lock(l);
    return 0;
}
