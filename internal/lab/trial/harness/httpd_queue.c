#define main published_main
#include <httpd.c>
#undef main

static queue_t queue;

static void *putter(void *arg)
{
    enqueue(&queue, 2);
    return arg;
}

static void *getter(void *arg)
{
    int fd;
    dequeue(&queue, &fd);
    return arg;
}

int main(void)
{
    pthread_t p, g;
    queue_init(&queue);
    enqueue(&queue, 1);
    pthread_create(&p, NULL, putter, NULL);
    pthread_create(&g, NULL, getter, NULL);
    return pthread_join(p, NULL) + pthread_join(g, NULL);
}
