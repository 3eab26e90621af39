/* <sys/syscall.h>: numbers of the few calls that programs make through syscall */
#ifndef _SYS_SYSCALL_H
#define _SYS_SYSCALL_H

#ifdef __LP64__
#define SYS_gettid 186
#define SYS_futex 202
#define SYS_getcpu 309
#else
#define SYS_gettid 224
#define SYS_futex 240
#define SYS_getcpu 318
#endif
#define __NR_gettid SYS_gettid
#define __NR_futex SYS_futex

#endif
