/* <netdb.h>, POSIX */
#ifndef _NETDB_H
#define _NETDB_H

#include <netinet/in.h>

struct hostent {
	char *h_name;
	char **h_aliases;
	int h_addrtype;
	int h_length;
	char **h_addr_list;
};
#define h_addr h_addr_list[0]
struct servent {
	char *s_name;
	char **s_aliases;
	int s_port;
	char *s_proto;
};
struct addrinfo {
	int ai_flags;
	int ai_family;
	int ai_socktype;
	int ai_protocol;
	socklen_t ai_addrlen;
	struct sockaddr *ai_addr;
	char *ai_canonname;
	struct addrinfo *ai_next;
};
#define AI_PASSIVE 1
#define AI_CANONNAME 2
#define AI_NUMERICHOST 4
#define NI_MAXHOST 1025
#define NI_MAXSERV 32
#define NI_NUMERICHOST 1
#define NI_NUMERICSERV 2
#define EAI_NONAME (-2)

int *__h_errno_location(void);
#define h_errno (*__h_errno_location())

struct hostent *gethostbyname(const char *name);
struct hostent *gethostbyaddr(const void *address, socklen_t n, int family);
struct servent *getservbyname(const char *name, const char *protocol);
int getaddrinfo(const char *restrict node, const char *restrict service,
		const struct addrinfo *restrict hints, struct addrinfo **restrict result);
void freeaddrinfo(struct addrinfo *info);
int getnameinfo(const struct sockaddr *restrict address, socklen_t n, char *restrict host, socklen_t hostlen,
		char *restrict service, socklen_t servlen, int flags);
const char *gai_strerror(int code);
void herror(const char *s);

struct netent {
	char *n_name;
	char **n_aliases;
	int n_addrtype;
	uint32_t n_net;
};
struct protoent {
	char *p_name;
	char **p_aliases;
	int p_proto;
};
#define AI_NUMERICSERV 0x400
#define AI_V4MAPPED 8
#define AI_ALL 16
#define AI_ADDRCONFIG 32
#define NI_NOFQDN 4
#define NI_NAMEREQD 8
#define NI_DGRAM 16
#define EAI_BADFLAGS (-1)
#define EAI_AGAIN (-3)
#define EAI_FAIL (-4)
#define EAI_FAMILY (-6)
#define EAI_SOCKTYPE (-7)
#define EAI_SERVICE (-8)
#define EAI_MEMORY (-10)
#define EAI_SYSTEM (-11)
#define EAI_OVERFLOW (-12)
#define HOST_NOT_FOUND 1
#define TRY_AGAIN 2
#define NO_RECOVERY 3
#define NO_DATA 4

struct hostent *gethostent(void);
void sethostent(int stay);
void endhostent(void);
struct netent *getnetent(void);
struct netent *getnetbyname(const char *name);
struct netent *getnetbyaddr(uint32_t net, int family);
void setnetent(int stay);
void endnetent(void);
struct protoent *getprotoent(void);
struct protoent *getprotobyname(const char *name);
struct protoent *getprotobynumber(int number);
void setprotoent(int stay);
void endprotoent(void);
struct servent *getservent(void);
struct servent *getservbyport(int port, const char *protocol);
void setservent(int stay);
void endservent(void);

#define AI_CANONIDN 128
#define AI_IDN 64
#define AI_IDN_ALLOW_UNASSIGNED 256
#define AI_IDN_USE_STD3_ASCII_RULES 512
#define EAI_ADDRFAMILY (-9)
#define EAI_ALLDONE (-103)
#define EAI_CANCELED (-101)
#define EAI_IDN_ENCODE (-105)
#define EAI_INPROGRESS (-100)
#define EAI_INTR (-104)
#define EAI_NODATA (-5)
#define EAI_NOTCANCELED (-102)
#define GAI_NOWAIT 1
#define GAI_WAIT 0
#define IPPORT_RESERVED 1024
#define NI_IDN 32
#define NI_IDN_ALLOW_UNASSIGNED 64
#define NI_IDN_USE_STD3_ASCII_RULES 128

#endif
