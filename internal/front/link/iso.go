package link

import "strings"

// isoFunctions holds the functions of the C library (C11 7) that Heddle's headers do not declare. A
// program may call them through a declaration of its own, or without one. Their effects matter, so
// they are not external functions.
var isoFunctions = func() map[string]bool {
	m := make(map[string]bool)
	for _, name := range strings.Fields(`
		btowc fgetwc fgetws fputwc fputws fwide fwprintf fwscanf getwc getwchar mbrlen mbrtowc mbsinit mbsrtowcs putwc putwchar
		swprintf swscanf ungetwc vfwprintf vfwscanf vswprintf vswscanf vwprintf vwscanf wcrtomb wcscat wcschr wcscmp wcscoll
		wcscpy wcscspn wcsftime wcslen wcsncat wcsncmp wcsncpy wcspbrk wcsrchr wcsrtombs wcsspn wcsstr wcstod wcstof wcstok
		wcstol wcstold wcstoll wcstoul wcstoull wcsxfrm wctob wmemchr wmemcmp wmemcpy wmemmove wmemset wprintf wscanf
		iswalnum iswalpha iswblank iswcntrl iswctype iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit
		towctrans towlower towupper wctrans wctype
		c16rtomb c32rtomb mbrtoc16 mbrtoc32
		mblen mbstowcs mbtowc wcstombs wctomb wcstoimax wcstoumax
		feclearexcept fegetenv fegetexceptflag fegetround feholdexcept feraiseexcept fesetenv fesetexceptflag fesetround
		fetestexcept feupdateenv
		cabs cacos cacosh carg casin casinh catan catanh ccos ccosh cexp cimag clog conj cpow cproj creal csin csinh csqrt ctan ctanh
		localeconv setlocale strcoll strxfrm tmpfile tmpnam freopen setvbuf setbuf vscanf vfscanf vsscanf asctime ctime difftime
		gmtime mktime strftime bsearch lldiv ldiv div imaxdiv imaxabs at_quick_exit quick_exit aligned_alloc
		acosh asinh atanh cbrt erf erfc exp2 expm1 fdim fma fmax fmin frexp hypot ilogb ldexp lgamma llrint llround log1p log2 logb
		lrint lround modf nan nearbyint nextafter nexttoward remainder remquo rint scalbln scalbn tgamma trunc`) {
		m[name] = true
	}
	return m
}()
