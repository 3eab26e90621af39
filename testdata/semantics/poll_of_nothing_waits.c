// 14.11: a wait of poll for a pipe that gets no byte is a deadlock.
//
// expect: assert=safe race=safe deadlock=violation memory=safe
#include <poll.h>
#include <unistd.h>

int main(void)
{
	int ends[2];

	if (pipe(ends))
		return 0;
	struct pollfd fd = {ends[0], POLLIN, 0};
	poll(&fd, 1, -1);
	return 0;
}
