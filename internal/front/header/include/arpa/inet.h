/* <arpa/inet.h>, POSIX */
#ifndef _ARPA_INET_H
#define _ARPA_INET_H

#include <netinet/in.h>

in_addr_t inet_addr(const char *s);
char *inet_ntoa(struct in_addr address);
int inet_aton(const char *s, struct in_addr *address);
const char *inet_ntop(int family, const void *restrict address, char *restrict s, socklen_t n);
int inet_pton(int family, const char *restrict s, void *restrict address);

#ifdef _GNU_SOURCE
in_addr_t inet_network(const char *s);
struct in_addr inet_makeaddr(in_addr_t net, in_addr_t host);
in_addr_t inet_lnaof(struct in_addr address);
in_addr_t inet_netof(struct in_addr address);
#endif

#endif
