// Two producers of a byte each and a consumer: no byte is lost.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/types.h>
#include "ringbuf.h"

static ringbuf_t *r;
static unsigned char space[4];

static void *producer(void *arg)
{
    ringbuf_worker_t *w = ringbuf_register(r, *(unsigned *)arg);
    ssize_t at;
    do at = ringbuf_acquire(r, w, 1); while (at < 0);
    assert(!space[at]++);
    return ringbuf_produce(r, w), NULL;
}

int main(void)
{
    static unsigned id[2] = {0, 1};
    pthread_t t[2];
    size_t size, at, n, sum = 0;
    ringbuf_get_sizes(2, &size, 0), ringbuf_setup(r = malloc(size), 2, sizeof space);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, producer, &id[i]);
    for (; sum < 2; sum += n)
        if ((n = ringbuf_consume(r, &at))) assert(space[at]), ringbuf_release(r, n);
    return pthread_join(t[0], 0) | pthread_join(t[1], 0);
}
