/* <stdckdint.h>, C23 7.20 */
#ifndef _STDCKDINT_H
#define _STDCKDINT_H

#define ckd_add(to, a, b) ((_Bool)__builtin_add_overflow(a, b, to))
#define ckd_sub(to, a, b) ((_Bool)__builtin_sub_overflow(a, b, to))
#define ckd_mul(to, a, b) ((_Bool)__builtin_mul_overflow(a, b, to))

#endif
