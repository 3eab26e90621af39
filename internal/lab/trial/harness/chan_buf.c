#define main published_main
#include <channel.c>
#undef main

static struct chan *ch;
static int value;

static void *sender(void *arg)
{
    chan_send(ch, &value);
    return arg;
}

static void *receiver(void *arg)
{
    void *p = NULL;
    if (chan_recv(ch, &p) == 0)
        assert(p == &value);
    return arg;
}

int main(void)
{
    pthread_t s, r;
    ch = chan_make(1, malloc);
    pthread_create(&s, NULL, sender, NULL);
    pthread_create(&r, NULL, receiver, NULL);
    return pthread_join(s, NULL) + pthread_join(r, NULL);
}
