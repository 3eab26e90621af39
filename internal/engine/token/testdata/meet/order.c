// What creating, joining and an atomic flag keep apart.
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data;

void *writer(void *arg)
{
	data = 1;
	flag = 1;
	return arg;
}

void *reader(void *arg)
{
	int seen = 0;
	if (flag == 1)
		seen = data;
	return arg;
}

int main(void)
{
	pthread_t w, r;
	data = 2;
	pthread_create(&w, 0, writer, 0);
	pthread_create(&r, 0, reader, 0);
	pthread_join(w, 0);
	data = 3;
	pthread_join(r, 0);
	data = 4;
	return 0;
}
