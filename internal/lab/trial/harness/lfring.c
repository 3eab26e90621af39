// Two producers and a consumer: each item comes out once.
#include <assert.h>
#include <pthread.h>
#include "lfring.h"

static lfring_t *r;
static int item[2];

static void *producer(void *arg)
{
    while (lfring_enqueue(r, &arg, 1) == 0)
        ;
    return 0;
}

int main(void)
{
    pthread_t t[2];
    void *got[2];
    uint32_t index;
    r = lfring_alloc(2, LFRING_FLAG_MP | LFRING_FLAG_MC);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, producer, &item[i]);
    for (int i = 0; i < 2; i++)
        while (lfring_dequeue(r, &got[i], 1, &index) == 0)
            ;
    assert(got[0] != got[1]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    lfring_free(r);
    return 0;
}
