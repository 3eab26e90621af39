/*
 * Declarations that come before the first line of every translation unit. The macros give the parser an
 * ordinary call where a GNU builtin takes a type as its argument: sizeof(type) carries the type, and the
 * size itself is not meant.
 */
#define __extension__
#define __CPROVER_thread_local _Thread_local
#define __FUNCTION__ __func__
#define __PRETTY_FUNCTION__ __func__
#define _BitInt(...) __typeof__(__heddle_bitint(__VA_ARGS__))
#define __builtin_va_arg(list, ...) __heddle_va_arg(list, sizeof(__VA_ARGS__))
#define __builtin_offsetof(type, ...) __heddle_offsetof(&((__typeof__(type) *)0)->__VA_ARGS__)
#define __builtin_types_compatible_p(...) __heddle_types_compatible_p(__HEDDLE_SIZEOFS(__VA_ARGS__))
#define __builtin_convertvector(vector, ...) __heddle_convertvector(vector, sizeof(__VA_ARGS__))
#define __HEDDLE_SIZEOFS(a, b) sizeof(a), sizeof(b)
typedef char *__builtin_va_list;
int __predefined_declarator;
