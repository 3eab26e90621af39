// join_all joins every thread that was launched.
#include <assert.h>
#include <stddef.h>
#include "yarn.h"

static int done[2];

static void worker(void *arg) { *(int *)arg = 1; }

int main(void)
{
    launch(worker, &done[0]);
    launch(worker, &done[1]);
    assert(join_all() == 2);
    assert(done[0] && done[1]);
    return 0;
}
