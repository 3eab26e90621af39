/*
 * fenv.c - <fenv.h>: numbers are rounded to nearest; another mode is unsupported. The models do not
 * know the exceptions of arithmetic: fetestexcept returns any of those in its argument.
 */
#include <fenv.h>
#include <string.h>
#include "intrinsics.h"
#include "stream.h"

int fegetround(void)
{
	return FE_TONEAREST;
}

int fesetround(int mode)
{
	if (mode == FE_TONEAREST)
		return 0;
	if (mode == FE_DOWNWARD || mode == FE_UPWARD || mode == FE_TOWARDZERO)
		__heddle_unsupported("rounding mode other than to nearest");
	return 1;
}

int feclearexcept(int what)
{
	(void)what;
	return 0;
}

int feraiseexcept(int what)
{
	(void)what;
	return 0;
}

int fetestexcept(int what)
{
	__heddle_approximates();
	return (int)__heddle_pick(0, FE_ALL_EXCEPT) & what & FE_ALL_EXCEPT;
}

int fegetexceptflag(fexcept_t *flags, int what)
{
	*flags = (fexcept_t)fetestexcept(what);
	return 0;
}

int fesetexceptflag(const fexcept_t *flags, int what)
{
	(void)*(const volatile fexcept_t *)flags, (void)what;
	return 0;
}

int fegetenv(fenv_t *env)
{
	memset(env, 0, sizeof *env);
	return 0;
}

int fesetenv(const fenv_t *env)
{
	if (env != FE_DFL_ENV)
		(void)*(const volatile fenv_t *)env;
	return 0;
}

int feholdexcept(fenv_t *env) { return fegetenv(env); }
int feupdateenv(const fenv_t *env) { return fesetenv(env); }
