// Two producers and a consumer: every item that is put in comes out.
#define main published_main
#include <mpsc.c>
#undef main

static queue_p q;

static void *producer(void *arg)
{
    assert(Queue.push(q, arg) == QUEUE_SUCCESS);
    return 0;
}

int main(void)
{
    static int item[2] = {1, 2};
    pthread_t t[2];
    int got, sum = 0;
    q = Queue.create(sizeof(int));
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, producer, &item[i]);
    for (int i = 0; i < 2; i++, sum += got) {
        while (!Queue.hasFront(q))
            ;
        Queue.front(q, &got), Queue.pop(q);
    }
    assert(sum == 3);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    return Queue.destroy(q) != QUEUE_SUCCESS;
}
