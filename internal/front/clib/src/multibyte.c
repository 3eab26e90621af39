/*
 * multibyte.c - conversions between multibyte and wide characters in the locales "C" and "C.UTF-8",
 * character classes of wide characters, and formats of wide characters by way of bytes.
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>
#include <wctype.h>
#include "intrinsics.h"
#include "wide.h"

/* In a state, the lower bits of the count hold how many bytes are missing, the other bits the least value. */
enum { MISSING = 3, LEAST = 2 };

static const size_t INVALID = (size_t)-1, INCOMPLETE = (size_t)-2;

int mbsinit(const mbstate_t *state)
{
	return !state || state->__count == 0;
}

static size_t __heddle_invalid(void)
{
	errno = EILSEQ;
	return INVALID;
}

/*
 * One byte of UTF-8: INVALID, INCOMPLETE, or 0 when the character in state->__value is complete. As in glibc, numbers
 * beyond those of Unicode that fit into four bytes are characters.
 */
static size_t __heddle_utf8_byte(mbstate_t *state, unsigned char c)
{
	int missing = state->__count & MISSING;
	unsigned least = (unsigned)state->__count >> LEAST, value;

	if (missing == 0) {
		state->__value = c;
		if (c < 0x80)
			return 0;
		if (c < 0xc2 || c > 0xf7)
			return __heddle_invalid();
		missing = c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
		least = missing == 1 ? 0x80 : missing == 2 ? 0x800 : 0x10000;
		state->__value = c & (0x3f >> missing);
		state->__count = (int)(least << LEAST | (unsigned)missing);
		return INCOMPLETE;
	}
	if ((c & 0xc0) != 0x80)
		return __heddle_invalid();
	missing--;
	value = state->__value << 6 | (c & 0x3f);
	if (missing == 0 && (value < least || (value >= 0xd800 && value <= 0xdfff)))
		return __heddle_invalid();
	state->__value = value;
	state->__count = missing ? (int)(least << LEAST | (unsigned)missing) : 0;
	return missing ? INCOMPLETE : 0;
}

static size_t __heddle_to_wide(wchar_t *to, const char *s, size_t n, mbstate_t *state)
{
	_Bool utf8 = __heddle_is_utf8();

	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];
		size_t result;

		if (!utf8 && c >= 0x80)
			return __heddle_invalid();
		result = utf8 ? __heddle_utf8_byte(state, c) : (state->__value = c, 0);
		if (result == INVALID)
			return result;
		if (result == INCOMPLETE)
			continue;
		if (to)
			*to = (wchar_t)state->__value;
		return state->__value ? i + 1 : 0;
	}
	return INCOMPLETE;
}

/* The states of calls without one, by function. */
enum { MBRTOWC, MBRLEN, OWN_STATES };
static mbstate_t __heddle_own_states[OWN_STATES];

static mbstate_t __heddle_own_state(int which)
{
	mbstate_t state;

	__heddle_atomic_begin();
	state = __heddle_own_states[which];
	__heddle_atomic_end();
	return state;
}

static void __heddle_keep_state(int which, mbstate_t state)
{
	__heddle_atomic_begin();
	__heddle_own_states[which] = state;
	__heddle_atomic_end();
}

HEDDLE_STATE(mbrtowc);

size_t mbrtowc(wchar_t *restrict to, const char *restrict s, size_t n, mbstate_t *restrict state)
{
	mbstate_t own;
	size_t result;

	if (!s) {
		to = 0;
		s = "";
		n = 1;
	}
	if (state)
		return __heddle_to_wide(to, s, n, state);
	HEDDLE_NOT_THREAD_SAFE(mbrtowc);
	own = __heddle_own_state(MBRTOWC);
	result = __heddle_to_wide(to, s, n, &own);
	__heddle_keep_state(MBRTOWC, own);
	return result;
}

HEDDLE_STATE(mbrlen);

size_t mbrlen(const char *restrict s, size_t n, mbstate_t *restrict state)
{
	mbstate_t own;
	size_t result;

	if (state)
		return mbrtowc(0, s, n, state);
	HEDDLE_NOT_THREAD_SAFE(mbrlen);
	own = __heddle_own_state(MBRLEN);
	result = mbrtowc(0, s, n, &own);
	__heddle_keep_state(MBRLEN, own);
	return result;
}

/* Neither encoding depends on shifts: without a string the result is 0. */
int mbtowc(wchar_t *restrict to, const char *restrict s, size_t n)
{
	mbstate_t state = {0};
	size_t result;

	if (!s)
		return 0;
	result = __heddle_to_wide(to, s, n, &state);
	return result == INVALID || result == INCOMPLETE ? (errno = EILSEQ, -1) : (int)result;
}

int mblen(const char *s, size_t n)
{
	return mbtowc(0, s, n);
}

size_t wcrtomb(char *restrict to, wchar_t wide, mbstate_t *restrict state)
{
	unsigned c = (unsigned)wide;
	int n;

	(void)state;
	if (!to)
		return 1;
	if (c < 0x80) {
		to[0] = (char)c;
		return 1;
	}
	if (!__heddle_is_utf8() || (c >= 0xd800 && c <= 0xdfff) || c > 0x1fffff)
		return __heddle_invalid();
	n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	for (int i = n - 1; i > 0; i--) {
		to[i] = (char)(0x80 | (c & 0x3f));
		c >>= 6;
	}
	to[0] = (char)(0xf00 >> n | c);
	return (size_t)n;
}

int wctomb(char *s, wchar_t c)
{
	return s ? (int)wcrtomb(s, c, 0) : 0;
}

wint_t btowc(int c)
{
	return c >= 0 && c < 0x80 ? (wint_t)c : WEOF;
}

int wctob(wint_t c)
{
	return c < 0x80 ? (int)c : EOF;
}

size_t mbsnrtowcs(wchar_t *restrict to, const char **restrict from, size_t bytes, size_t n, mbstate_t *restrict state)
{
	const char *s = *from;
	mbstate_t own = {0};
	size_t done = 0;

	if (!state)
		state = &own;
	while ((!to || done < n) && bytes > 0) {
		wchar_t c;
		size_t used = __heddle_to_wide(&c, s, bytes > MB_LEN_MAX ? MB_LEN_MAX : bytes, state);

		if (used == INVALID) {
			if (to)
				*from = s;
			return used;
		}
		if (used == INCOMPLETE) {
			s += bytes;
			break;
		}
		if (to)
			to[done] = c;
		if (!c) {
			if (to)
				*from = 0;
			return done;
		}
		s += used;
		bytes -= used;
		done++;
	}
	if (to)
		*from = s;
	return done;
}

size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t n, mbstate_t *restrict state)
{
	return mbsnrtowcs(to, from, (size_t)-1, n, state);
}

size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t n)
{
	const char *at = from;
	mbstate_t state = {0};

	return mbsrtowcs(to, &at, n, &state);
}

size_t wcsnrtombs(char *restrict to, const wchar_t **restrict from, size_t characters, size_t n,
		  mbstate_t *restrict state)
{
	const wchar_t *s = *from;
	size_t done = 0;

	for (; characters > 0 && (!to || done < n); characters--, s++) {
		char bytes[MB_LEN_MAX];
		size_t more = wcrtomb(bytes, *s, state);

		if (more == INVALID) {
			if (to)
				*from = s;
			return more;
		}
		if (to && done + more > n)
			break;
		for (size_t i = 0; to && i < more; i++)
			to[done + i] = bytes[i];
		if (!*s) {
			if (to)
				*from = 0;
			return done;
		}
		done += more;
	}
	if (to)
		*from = s;
	return done;
}

size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t n, mbstate_t *restrict state)
{
	return wcsnrtombs(to, from, (size_t)-1, n, state);
}

size_t wcstombs(char *restrict to, const wchar_t *restrict from, size_t n)
{
	const wchar_t *at = from;

	return wcsrtombs(to, &at, n, 0);
}

size_t mbrtoc32(char32_t *restrict to, const char *restrict s, size_t n, mbstate_t *restrict state)
{
	return mbrtowc((wchar_t *)to, s, n, state);
}

size_t c32rtomb(char *restrict s, char32_t c, mbstate_t *restrict state)
{
	return wcrtomb(s, (wchar_t)c, state);
}

/* Characters beyond ASCII have no class in the locale "C". */
#define CLASS(name)                                                                    	int isw##name(wint_t c)                                                        	{                                                                              		if (c >= 0x80 && c != WEOF && __heddle_is_utf8())                      			__heddle_unsupported("class of a character that is not ASCII"); 		return c < 0x80 && is##name((int)c);                                   	}

#undef isalnum
#undef isalpha
#undef isblank
#undef iscntrl
#undef isdigit
#undef isgraph
#undef islower
#undef isprint
#undef ispunct
#undef isspace
#undef isupper
#undef isxdigit

CLASS(alnum)
CLASS(alpha)
CLASS(blank)
CLASS(cntrl)
CLASS(digit)
CLASS(graph)
CLASS(lower)
CLASS(print)
CLASS(punct)
CLASS(space)
CLASS(upper)
CLASS(xdigit)

wint_t towlower(wint_t c)
{
	return iswupper(c) ? c + 32 : c;
}

wint_t towupper(wint_t c)
{
	return iswlower(c) ? c - 32 : c;
}

static const char __heddle_classes[12][8] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
					     "lower", "print", "punct", "space", "upper", "xdigit"};

wctype_t wctype(const char *name)
{
	for (unsigned i = 0; i < 12; i++)
		if (strcmp(name, __heddle_classes[i]) == 0)
			return i + 1;
	return 0;
}

int iswctype(wint_t c, wctype_t class)
{
	switch (class) {
	case 1:
		return iswalnum(c);
	case 2:
		return iswalpha(c);
	case 3:
		return iswblank(c);
	case 4:
		return iswcntrl(c);
	case 5:
		return iswdigit(c);
	case 6:
		return iswgraph(c);
	case 7:
		return iswlower(c);
	case 8:
		return iswprint(c);
	case 9:
		return iswpunct(c);
	case 10:
		return iswspace(c);
	case 11:
		return iswupper(c);
	case 12:
		return iswxdigit(c);
	}
	return 0;
}

static const int __heddle_maps[2];

wctrans_t wctrans(const char *name)
{
	return strcmp(name, "tolower") == 0 ? &__heddle_maps[0] : strcmp(name, "toupper") == 0 ? &__heddle_maps[1] : 0;
}

wint_t towctrans(wint_t c, wctrans_t map)
{
	return map == &__heddle_maps[0] ? towlower(c) : map == &__heddle_maps[1] ? towupper(c) : c;
}

int wcwidth(wchar_t c)
{
	return c == 0 ? 0 : iswprint((wint_t)c) ? 1 : -1;
}

int wcswidth(const wchar_t *s, size_t n)
{
	int width = 0;

	for (size_t i = 0; i < n && s[i]; i++) {
		if (wcwidth(s[i]) < 0)
			return -1;
		width++;
	}
	return width;
}

/* The bytes of a wide string, in memory of the model. */
static char *__heddle_bytes_of(const wchar_t *s)
{
	size_t n = wcslen(s) * 4 + 1;
	char *bytes = __heddle_alloc(n, 1, HEDDLE_ALLOC_MODEL);

	wcstombs(bytes, s, n);
	return bytes;
}

int vswprintf(wchar_t *restrict to, size_t n, const wchar_t *restrict format, va_list args)
{
	char *f = __heddle_bytes_of(format), *bytes;
	va_list again;
	size_t done;
	int length;

	va_copy(again, args);
	length = vsnprintf(0, 0, f, again);
	va_end(again);
	bytes = __heddle_alloc((size_t)length + 1, 1, HEDDLE_ALLOC_MODEL);
	vsnprintf(bytes, (size_t)length + 1, f, args);
	done = mbstowcs(to, bytes, n);
	__heddle_free(bytes);
	__heddle_free(f);
	if (done < n)
		return (int)done;
	if (done == n && n > 0)
		to[n - 1] = 0;
	return -1;
}

int swprintf(wchar_t *restrict to, size_t n, const wchar_t *restrict format, ...)
{
	va_list args;
	int length;

	va_start(args, format);
	length = vswprintf(to, n, format, args);
	va_end(args);
	return length;
}

int vwprintf(const wchar_t *restrict format, va_list args)
{
	char *f = __heddle_bytes_of(format);
	int n = vprintf(f, args);

	__heddle_free(f);
	return n;
}

int wprintf(const wchar_t *restrict format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vwprintf(format, args);
	va_end(args);
	return n;
}

int fwprintf(FILE *restrict f, const wchar_t *restrict format, ...)
{
	char *bytes = __heddle_bytes_of(format);
	va_list args;
	int n;

	va_start(args, format);
	n = vfprintf(f, bytes, args);
	va_end(args);
	__heddle_free(bytes);
	return n;
}

wint_t fputwc(wchar_t c, FILE *f)
{
	char bytes[MB_LEN_MAX];
	size_t n = wcrtomb(bytes, c, 0);

	return n == INVALID || fwrite(bytes, 1, n, f) < n ? WEOF : (wint_t)c;
}

wint_t putwc(wchar_t c, FILE *f) { return fputwc(c, f); }
wint_t putwchar(wchar_t c) { return fputwc(c, stdout); }

int fputws(const wchar_t *restrict s, FILE *restrict f)
{
	for (; *s; s++)
		if (fputwc(*s, f) == WEOF)
			return -1;
	return 0;
}

int vswscanf(const wchar_t *restrict s, const wchar_t *restrict format, va_list args)
{
	char *bytes = __heddle_bytes_of(s), *f = __heddle_bytes_of(format);
	int n = vsscanf(bytes, f, args);

	__heddle_free(bytes);
	__heddle_free(f);
	return n;
}

int swscanf(const wchar_t *restrict s, const wchar_t *restrict format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vswscanf(s, format, args);
	va_end(args);
	return n;
}
