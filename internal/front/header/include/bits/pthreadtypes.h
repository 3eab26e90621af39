/*
 * The types of POSIX threads. Sizes and alignments are those of glibc, and so is
 * the place of a mutex's kind; see the library models for what the bytes hold.
 */
#ifndef _BITS_PTHREADTYPES_H
#define _BITS_PTHREADTYPES_H

typedef unsigned long pthread_t;
typedef unsigned pthread_key_t;
typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;

#ifdef __LP64__
typedef struct {
	int __lock;
	unsigned __count;
	int __owner;
	unsigned __users;
	int __kind;
	int __pad;
	long __rest[2];
} pthread_mutex_t;
typedef struct {
	unsigned long long __words[6];
} pthread_cond_t;
typedef struct {
	long __words[7];
} pthread_rwlock_t;
typedef struct {
	long __words[4];
} pthread_barrier_t;
typedef union {
	char __size[56];
	long __align;
} pthread_attr_t;
#else
typedef struct {
	int __lock;
	unsigned __count;
	int __owner;
	int __kind;
	unsigned __users;
	int __pad;
} pthread_mutex_t;
typedef struct {
	unsigned long long __words[6];
} pthread_cond_t;
typedef struct {
	long __words[8];
} pthread_rwlock_t;
typedef struct {
	long __words[5];
} pthread_barrier_t;
typedef union {
	char __size[36];
	long __align;
} pthread_attr_t;
#endif

typedef struct {
	int __kind;
} pthread_mutexattr_t;
typedef struct {
	int __flags;
} pthread_condattr_t;
typedef union {
	char __size[8];
	long __align;
} pthread_rwlockattr_t;
typedef struct {
	int __shared;
} pthread_barrierattr_t;

#endif
