/* <net/if.h>, POSIX */
#ifndef _NET_IF_H
#define _NET_IF_H

#include <sys/socket.h>

#define IF_NAMESIZE 16
#define IFNAMSIZ IF_NAMESIZE

struct if_nameindex {
	unsigned if_index;
	char *if_name;
};
#define IFF_UP 1
#define IFF_BROADCAST 2
#define IFF_LOOPBACK 8
#define IFF_POINTOPOINT 16
#define IFF_RUNNING 64
#define IFF_NOARP 128
#define IFF_PROMISC 256
#define IFF_MULTICAST 0x1000

unsigned if_nametoindex(const char *name);
char *if_indextoname(unsigned index, char *name);
struct if_nameindex *if_nameindex(void);
void if_freenameindex(struct if_nameindex *list);

#define IFF_ALLMULTI 512
#define IFF_AUTOMEDIA 0x4000
#define IFF_DEBUG 4
#define IFF_DYNAMIC 0x8000
#define IFF_MASTER 1024
#define IFF_NOTRAILERS 32
#define IFF_PORTSEL 0x2000
#define IFF_SLAVE 2048
#define IFHWADDRLEN 6

#endif
