/* <fenv.h>, C11 7.6; rounding is to nearest, no exception is ever raised */
#ifndef _FENV_H
#define _FENV_H

/* 32 bytes (LP64), 28 (ILP32) */
typedef struct {
	unsigned __words[sizeof(long) == 8 ? 8 : 7];
} fenv_t;
typedef unsigned short fexcept_t;
#define FE_TONEAREST 0
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00
#define FE_INVALID 1
#define FE_DIVBYZERO 4
#define FE_OVERFLOW 8
#define FE_UNDERFLOW 16
#define FE_INEXACT 32
#define FE_ALL_EXCEPT 61
#define FE_DFL_ENV ((const fenv_t *)-1)

int feclearexcept(int what);
int fetestexcept(int what);
int feraiseexcept(int what);
int fegetround(void);
int fesetround(int mode);
int fegetenv(fenv_t *env);
int fesetenv(const fenv_t *env);

int fegetexceptflag(fexcept_t *flags, int what);
int fesetexceptflag(const fexcept_t *flags, int what);
int feholdexcept(fenv_t *env);
int feupdateenv(const fenv_t *env);

#endif
