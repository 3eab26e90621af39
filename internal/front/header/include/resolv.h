/* <resolv.h>: questions to the domain name system; declared, without models */
#ifndef _RESOLV_H
#define _RESOLV_H

#include <arpa/nameser.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/param.h>

#define MAXNS 3
#define MAXDFLSRCH 3
#define MAXDNSRCH 6
#define MAXRESOLVSORT 10
#define RES_TIMEOUT 5
#define RES_DFLRETRY 2
#define RES_INIT 0x1
#define RES_DEBUG 0x2
#define RES_USEVC 0x8
#define RES_IGNTC 0x20
#define RES_RECURSE 0x40
#define RES_DEFNAMES 0x80
#define RES_STAYOPEN 0x100
#define RES_DNSRCH 0x200
#define RES_ROTATE 0x4000
#define RES_USE_EDNS0 0x100000
#define RES_USE_DNSSEC 0x800000
#define RES_DEFAULT (RES_RECURSE | RES_DEFNAMES | RES_DNSRCH)

/* The members that programs set; the size is glibc's on LP64. */
struct __res_state {
	int retrans;
	int retry;
	unsigned long options;
	int nscount;
	struct sockaddr_in nsaddr_list[MAXNS];
	unsigned short id;
	char *dnsrch[MAXDNSRCH + 1];
	char defdname[256];
	unsigned long pfcode;
	unsigned ndots : 4;
	unsigned nsort : 4;
	char __rest[172];
};
typedef struct __res_state *res_state;

struct __res_state *__res_state(void);
#define _res (*__res_state())

int res_init(void);
int res_query(const char *name, int class, int type, unsigned char *answer, int n);
int res_search(const char *name, int class, int type, unsigned char *answer, int n);
int res_querydomain(const char *name, const char *domain, int class, int type, unsigned char *answer, int n);
int res_mkquery(int op, const char *name, int class, int type, const unsigned char *data, int size,
		const unsigned char *record, unsigned char *to, int n);
int res_send(const unsigned char *message, int size, unsigned char *answer, int n);
int res_ninit(res_state state);
void res_nclose(res_state state);
int res_nquery(res_state state, const char *name, int class, int type, unsigned char *answer, int n);
int res_nsearch(res_state state, const char *name, int class, int type, unsigned char *answer, int n);
int res_nmkquery(res_state state, int op, const char *name, int class, int type, const unsigned char *data, int size,
		 const unsigned char *record, unsigned char *to, int n);
int res_nsend(res_state state, const unsigned char *message, int size, unsigned char *answer, int n);
int dn_comp(const char *name, unsigned char *to, int n, unsigned char **names, unsigned char **last);
int dn_expand(const unsigned char *message, const unsigned char *end, const unsigned char *from, char *to, int n);
int dn_skipname(const unsigned char *from, const unsigned char *end);

#endif
