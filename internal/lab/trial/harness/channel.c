// One thread sends values through the unbuffered channel; another receives them in the same order.
#define main published_main
#include <channel.c>
#undef main

static struct chan *ch;
static int item[2];

static void *sender(void *arg)
{
    for (int i = 0; i < 2; i++)
        assert(chan_send(ch, &item[i]) == 0);
    return arg;
}

int main(void)
{
    pthread_t t;
    void *got;
    ch = chan_make(0, malloc);
    pthread_create(&t, 0, sender, 0);
    for (int i = 0; i < 2; i++)
        assert(chan_recv(ch, &got) == 0 && got == &item[i]);
    pthread_join(t, 0);
    chan_close(ch);
    free(ch);
    return 0;
}
