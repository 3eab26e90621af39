// 14.22: an asynchronous read writes its buffer at any time until it is complete.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <aio.h>
#include <unistd.h>

static char buffer[1];
static struct aiocb request;

int main(void)
{
	int ends[2];

	if (pipe(ends))
		return 0;
	write(ends[1], "a", 1);
	request.aio_fildes = ends[0];
	request.aio_buf = buffer;
	request.aio_nbytes = 1;
	aio_read(&request);
	buffer[0] = 'b';
	return 0;
}
