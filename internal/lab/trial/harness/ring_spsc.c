#define main published_main
#include <ringbuffer.c>
#undef main
#include <pthread.h>

static ringbuf_t *ring;
static int value;

static void *producer(void *arg)
{
    ringbuf_sp_enqueue(ring, &value);
    return arg;
}

static void *consumer(void *arg)
{
    void *p;
    if (ringbuf_sc_dequeue(ring, &p) == 0)
        assert(p == &value);
    return arg;
}

int main(void)
{
    pthread_t p, c;
    ring = ringbuf_create(4);
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    return pthread_join(p, NULL) + pthread_join(c, NULL);
}
