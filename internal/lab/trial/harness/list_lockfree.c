// If two threads move the same key to the other list, exactly one succeeds.
#include <assert.h>
#include "bench.h"

static pthread_data_t *data[2];
static int moved[2];

static void *mover(void *arg)
{
    int i = *(int *)arg;
    moved[i] = list_move(1, data[i], 1);
    return 0;
}

int main(void)
{
    static int id[2] = {0, 1};
    pthread_t t[2];
    void *list = list_global_init(1, 1);
    for (int i = 0; i < 2; i++) {
        data[i] = alloc_pthread_data();
        data[i]->list = list;
        assert(list_thread_init(data[i]) == 0);
        pthread_create(&t[i], 0, mover, &id[i]);
    }
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(moved[0] + moved[1] == 1);
    return 0;
}
