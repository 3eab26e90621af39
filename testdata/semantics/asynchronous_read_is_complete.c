// 14.22: the end of an asynchronous read happens before a call that finds it complete.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <aio.h>
#include <assert.h>
#include <unistd.h>

static char buffer[1];
static struct aiocb request;

int main(void)
{
	const struct aiocb *list[1] = {&request};
	int ends[2];

	if (pipe(ends))
		return 0;
	write(ends[1], "a", 1);
	request.aio_fildes = ends[0];
	request.aio_buf = buffer;
	request.aio_nbytes = 1;
	aio_read(&request);
	assert(aio_suspend(list, 1, 0) == 0);
	assert(aio_error(&request) == 0 && aio_return(&request) == 1 && buffer[0] == 'a');
	return 0;
}
