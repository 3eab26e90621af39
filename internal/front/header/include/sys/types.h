/* <sys/types.h>, POSIX */
#ifndef _SYS_TYPES_H
#define _SYS_TYPES_H

#include <heddle/types.h>
#include <bits/pthreadtypes.h>

#ifdef __LP64__
typedef unsigned long dev_t;
#else
typedef unsigned long long dev_t;
#endif
typedef unsigned long ino_t;
#ifdef __LP64__
typedef unsigned long nlink_t;
#else
typedef unsigned nlink_t;
#endif
typedef long blksize_t;
typedef long blkcnt_t;
typedef __INT64_TYPE__ loff_t;
#if defined _LARGEFILE64_SOURCE || defined _GNU_SOURCE
typedef __INT64_TYPE__ off64_t;
typedef __UINT64_TYPE__ ino64_t;
typedef __INT64_TYPE__ blkcnt64_t;
#endif
typedef unsigned long fsblkcnt_t;
typedef unsigned long fsfilcnt_t;
typedef int key_t;
typedef char *caddr_t;
typedef int daddr_t;

typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ u_int8_t;
typedef __UINT16_TYPE__ u_int16_t;
typedef __UINT32_TYPE__ u_int32_t;
typedef __UINT64_TYPE__ u_int64_t;
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

#include <sys/select.h>

#endif
