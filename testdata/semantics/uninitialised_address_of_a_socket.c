// 5.14: the unused bytes of a socket's address need no value.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=safe
#include <netinet/in.h>
#include <sys/socket.h>

int main(void)
{
	struct sockaddr_in a;
	int s = socket(AF_INET, SOCK_STREAM, 0);

	a.sin_family = AF_INET;
	a.sin_port = htons(80);
	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	return connect(s, (struct sockaddr *)&a, sizeof a) < 0;
}
