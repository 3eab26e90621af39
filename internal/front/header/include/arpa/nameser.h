/* <arpa/nameser.h>: messages of the domain name system; declared, without models */
#ifndef _ARPA_NAMESER_H
#define _ARPA_NAMESER_H

#include <stdint.h>
#include <sys/types.h>

#define NS_PACKETSZ 512
#define NS_MAXDNAME 1025
#define NS_MAXMSG 65535
#define NS_MAXCDNAME 255
#define NS_MAXLABEL 63
#define NS_HFIXEDSZ 12
#define NS_QFIXEDSZ 4
#define NS_RRFIXEDSZ 10
#define NS_INT32SZ 4
#define NS_INT16SZ 2
#define NS_INADDRSZ 4
#define NS_IN6ADDRSZ 16
#define NS_CMPRSFLGS 0xc0
#define NS_DEFAULTPORT 53
#define PACKETSZ NS_PACKETSZ
#define MAXDNAME NS_MAXDNAME
#define MAXCDNAME NS_MAXCDNAME
#define MAXLABEL NS_MAXLABEL
#define HFIXEDSZ NS_HFIXEDSZ
#define QFIXEDSZ NS_QFIXEDSZ
#define RRFIXEDSZ NS_RRFIXEDSZ
#define INT32SZ NS_INT32SZ
#define INT16SZ NS_INT16SZ
#define NAMESERVER_PORT NS_DEFAULTPORT

typedef enum {
	ns_s_qd = 0,
	ns_s_zn = 0,
	ns_s_an = 1,
	ns_s_pr = 1,
	ns_s_ns = 2,
	ns_s_ud = 2,
	ns_s_ar = 3,
	ns_s_max = 4,
} ns_sect;
typedef enum {
	ns_r_noerror = 0,
	ns_r_formerr = 1,
	ns_r_servfail = 2,
	ns_r_nxdomain = 3,
	ns_r_notimpl = 4,
	ns_r_refused = 5,
} ns_rcode;
typedef enum {
	ns_c_invalid = 0,
	ns_c_in = 1,
	ns_c_2 = 2,
	ns_c_chaos = 3,
	ns_c_hs = 4,
	ns_c_none = 254,
	ns_c_any = 255,
	ns_c_max = 65536,
} ns_class;
typedef enum {
	ns_t_invalid = 0,
	ns_t_a = 1,
	ns_t_ns = 2,
	ns_t_cname = 5,
	ns_t_soa = 6,
	ns_t_ptr = 12,
	ns_t_mx = 15,
	ns_t_txt = 16,
	ns_t_aaaa = 28,
	ns_t_srv = 33,
	ns_t_naptr = 35,
	ns_t_opt = 41,
	ns_t_axfr = 252,
	ns_t_any = 255,
	ns_t_max = 65536,
} ns_type;
typedef enum {
	ns_f_qr,
	ns_f_opcode,
	ns_f_aa,
	ns_f_tc,
	ns_f_rd,
	ns_f_ra,
	ns_f_z,
	ns_f_ad,
	ns_f_cd,
	ns_f_rcode,
	ns_f_max,
} ns_flag;
#define NOERROR ns_r_noerror
#define FORMERR ns_r_formerr
#define SERVFAIL ns_r_servfail
#define NXDOMAIN ns_r_nxdomain
#define NOTIMP ns_r_notimpl
#define REFUSED ns_r_refused
#define C_IN ns_c_in
#define C_CHAOS ns_c_chaos
#define C_ANY ns_c_any
#define T_A ns_t_a
#define T_NS ns_t_ns
#define T_CNAME ns_t_cname
#define T_SOA ns_t_soa
#define T_PTR ns_t_ptr
#define T_MX ns_t_mx
#define T_TXT ns_t_txt
#define T_AAAA ns_t_aaaa
#define T_SRV ns_t_srv
#define T_NAPTR ns_t_naptr
#define T_OPT ns_t_opt
#define T_AXFR ns_t_axfr
#define T_ANY ns_t_any

/* The head of a message, on a little-endian machine. */
typedef struct {
	unsigned id : 16;
	unsigned rd : 1;
	unsigned tc : 1;
	unsigned aa : 1;
	unsigned opcode : 4;
	unsigned qr : 1;
	unsigned rcode : 4;
	unsigned cd : 1;
	unsigned ad : 1;
	unsigned unused : 1;
	unsigned ra : 1;
	unsigned qdcount : 16;
	unsigned ancount : 16;
	unsigned nscount : 16;
	unsigned arcount : 16;
} HEADER;

typedef struct {
	const unsigned char *_msg, *_eom;
	uint16_t _id, _flags, _counts[ns_s_max];
	const unsigned char *_sections[ns_s_max];
	ns_sect _sect;
	int _rrnum;
	const unsigned char *_msg_ptr;
} ns_msg;
typedef struct {
	char name[NS_MAXDNAME];
	uint16_t type;
	uint16_t rr_class;
	uint32_t ttl;
	uint16_t rdlength;
	const unsigned char *rdata;
} ns_rr;
#define ns_msg_id(m) ((m)._id + 0)
#define ns_msg_base(m) ((m)._msg + 0)
#define ns_msg_end(m) ((m)._eom + 0)
#define ns_msg_size(m) ((m)._eom - (m)._msg)
#define ns_msg_count(m, section) ((m)._counts[section] + 0)
#define ns_rr_name(r) ((r).name[0] ? (r).name : ".")
#define ns_rr_type(r) ((ns_type)((r).type + 0))
#define ns_rr_class(r) ((ns_class)((r).rr_class + 0))
#define ns_rr_ttl(r) ((r).ttl + 0)
#define ns_rr_rdlen(r) ((r).rdlength + 0)
#define ns_rr_rdata(r) ((r).rdata + 0)

int ns_msg_getflag(ns_msg message, int flag);
unsigned ns_get16(const unsigned char *from);
unsigned long ns_get32(const unsigned char *from);
void ns_put16(unsigned n, unsigned char *to);
void ns_put32(unsigned long n, unsigned char *to);
int ns_initparse(const unsigned char *message, int n, ns_msg *to);
int ns_skiprr(const unsigned char *from, const unsigned char *end, ns_sect section, int n);
int ns_parserr(ns_msg *message, ns_sect section, int n, ns_rr *to);
int ns_sprintrr(const ns_msg *message, const ns_rr *record, const char *name, const char *origin, char *to, size_t n);
int ns_name_uncompress(const unsigned char *message, const unsigned char *end, const unsigned char *from, char *to, size_t n);

#endif
