/*
 * What every translation unit sees before its first line. The macros give the
 * parser an ordinary call where a GNU builtin takes a type as its argument:
 * sizeof(type) carries the type, and the size itself is not meant.
 */
#define __extension__
#define __CPROVER_thread_local _Thread_local
#define __pragm(text)
/*
 * Package load writes __VA_OPT__(text) as __heddle_va_opt(~, ## __VA_ARGS__)(text), without the
 * comma where there are no arguments. Up to 63 of them are told from none.
 */
#define __heddle_va_opt(...) __heddle_va_last(__VA_ARGS__, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_some, __heddle_va_none, ~)
#define __heddle_va_last(p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p20, p21, p22, p23, p24, p25, p26, p27, p28, p29, p30, p31, p32, p33, p34, p35, p36, p37, p38, p39, p40, p41, p42, p43, p44, p45, p46, p47, p48, p49, p50, p51, p52, p53, p54, p55, p56, p57, p58, p59, p60, p61, p62, p63, last, ...) last
#define __heddle_va_some(...) __VA_ARGS__
#define __heddle_va_none(...)
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
