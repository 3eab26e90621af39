#include <stdlib.h>
#include "yarn.h"

static lock *gate;

static void waiter(void *arg)
{
    (void) arg;
    possess(gate);
    wait_for(gate, TO_BE, 1);
    release(gate);
}

int main(void)
{
    gate = new_lock(0);
    launch(waiter, NULL);
    launch(waiter, NULL);
    possess(gate);
    twist(gate, TO, 1);
    join_all();
    free_lock(gate);
    return 0;
}
