// One thread puts pointers into the ring; another takes them out in the same order.
#include <pthread.h>
#define main published_main
#include <ringbuffer.c>
#undef main

static ringbuf_t *r;
static int item[2];

static void *producer(void *arg)
{
    for (int i = 0; i < 2; i++)
        while (ringbuf_sp_enqueue(r, &item[i]) != 0)
            ;
    return arg;
}

int main(void)
{
    pthread_t t;
    void *got = r = ringbuf_create(2);
    pthread_create(&t, 0, producer, 0);
    for (int i = 0; i < 2; i++) {
        while (ringbuf_sc_dequeue(r, &got) != 0)
            ;
        assert(got == &item[i]);
    }
    pthread_join(t, 0), ringbuf_free(r);
    return 0;
}
