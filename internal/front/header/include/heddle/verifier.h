/*
 * The vocabularies of software verifiers. Programs declare these functions
 * themselves, each in its own way, or not at all; this header serves the
 * look-alikes of the tools' own headers and the undeclared calls.
 */
#ifndef _HEDDLE_VERIFIER_H
#define _HEDDLE_VERIFIER_H

_Noreturn void reach_error(void);
_Noreturn void __VERIFIER_error(void);
void __VERIFIER_assume(int condition);
void __VERIFIER_assert(int condition);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_nondet_memory(void *p, __SIZE_TYPE__ n);
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
signed char __VERIFIER_nondet_schar(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned __VERIFIER_nondet_unsigned(void);
unsigned __VERIFIER_nondet_unsigned_int(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
void *__VERIFIER_nondet_pointer(void);
__SIZE_TYPE__ __VERIFIER_nondet_size_t(void);
long long __VERIFIER_nondet_loff_t(void);
unsigned long long __VERIFIER_nondet_sector_t(void);
char *__VERIFIER_nondet_pchar(void);
unsigned long __VERIFIER_nondet_pthread_t(void);
unsigned char __VERIFIER_nondet_u8(void);
unsigned short __VERIFIER_nondet_u16(void);
unsigned __VERIFIER_nondet_u32(void);
unsigned long __VERIFIER_nondet_unsigned_long(void);
unsigned char __VERIFIER_nondet_unsigned_char(void);
const char *__VERIFIER_nondet_const_char_pointer(void);
char *__VERIFIER_nondet_charp(void);
signed char __VERIFIER_nondet_S8(void);
unsigned char __VERIFIER_nondet_U8(void);

void __CPROVER_assume(_Bool condition);
void __CPROVER_assert(_Bool condition, const char *text);
void __CPROVER_atomic_begin(void);
void __CPROVER_atomic_end(void);

void __ESBMC_assume(_Bool condition);
void __ESBMC_assert(_Bool condition, const char *text);
void __ESBMC_atomic_begin(void);
void __ESBMC_atomic_end(void);
void __ESBMC_yield(void);

_Bool nondet_bool(void);
char nondet_char(void);
unsigned char nondet_uchar(void);
short nondet_short(void);
unsigned short nondet_ushort(void);
int nondet_int(void);
unsigned nondet_uint(void);
long nondet_long(void);
unsigned long nondet_ulong(void);
long long nondet_longlong(void);
unsigned long long nondet_ulonglong(void);
float nondet_float(void);
double nondet_double(void);
__SIZE_TYPE__ nondet_size_t(void);

int __SMACK_nondet(void);
char __SMACK_nondet_char(void);
unsigned char __SMACK_nondet_uchar(void);
short __SMACK_nondet_short(void);
unsigned short __SMACK_nondet_ushort(void);
int __SMACK_nondet_int(void);
unsigned __SMACK_nondet_uint(void);
unsigned __SMACK_nondet_unsigned_int(void);
long __SMACK_nondet_long(void);
unsigned long __SMACK_nondet_ulong(void);
long long __SMACK_nondet_longlong(void);
unsigned long long __SMACK_nondet_ulonglong(void);
float __SMACK_nondet_float(void);
double __SMACK_nondet_double(void);
unsigned long __SMACK_nondet_unsigned_long(void);
unsigned char __SMACK_nondet_unsigned_char(void);

#endif
