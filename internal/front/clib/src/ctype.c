/* ctype.c - <ctype.h> in the "C" locale, and the tables behind glibc's macros. */
#include <ctype.h>

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
#undef tolower
#undef toupper
#undef isascii
#undef toascii

int isdigit(int c)
{
	return (unsigned)c - '0' < 10;
}

int islower(int c)
{
	return (unsigned)c - 'a' < 26;
}

int isupper(int c)
{
	return (unsigned)c - 'A' < 26;
}

int isalpha(int c)
{
	return ((unsigned)c | 32) - 'a' < 26;
}

int isalnum(int c)
{
	return isalpha(c) | isdigit(c);
}

int isxdigit(int c)
{
	return isdigit(c) | (((unsigned)c | 32) - 'a' < 6);
}

int isblank(int c)
{
	return (c == ' ') | (c == '\t');
}

int isspace(int c)
{
	return (c == ' ') | ((unsigned)c - '\t' < 5);
}

int iscntrl(int c)
{
	return ((unsigned)c < 32) | (c == 127);
}

int isprint(int c)
{
	return (unsigned)c - ' ' < 95;
}

int isgraph(int c)
{
	return (unsigned)c - '!' < 94;
}

int ispunct(int c)
{
	return isgraph(c) & !isalnum(c);
}

int isascii(int c)
{
	return (unsigned)c < 128;
}

int toascii(int c)
{
	return c & 127;
}

int tolower(int c)
{
	return isupper(c) ? c + 32 : c;
}

int toupper(int c)
{
	return islower(c) ? c - 32 : c;
}

/*
 * glibc's macros index three tables with -128..255. The bits of the first:
 * upper, lower, alpha, digit, xdigit, space, print, graph are 0x100 to 0x8000,
 * blank, cntrl, punct, alnum are 1 to 8.
 */
enum { TABLE_BASE = 128, TABLE_SIZE = 384 };

static const unsigned short __heddle_ctype_bits[TABLE_SIZE] = {
	[TABLE_BASE + 0 ... TABLE_BASE + 8] = 0x0002,
	[TABLE_BASE + '\t'] = 0x2003,
	[TABLE_BASE + '\n' ... TABLE_BASE + '\r'] = 0x2002,
	[TABLE_BASE + 14 ... TABLE_BASE + 31] = 0x0002,
	[TABLE_BASE + ' '] = 0x6001,
	[TABLE_BASE + '!' ... TABLE_BASE + '/'] = 0xc004,
	[TABLE_BASE + '0' ... TABLE_BASE + '9'] = 0xd808,
	[TABLE_BASE + ':' ... TABLE_BASE + '@'] = 0xc004,
	[TABLE_BASE + 'A' ... TABLE_BASE + 'F'] = 0xd508,
	[TABLE_BASE + 'G' ... TABLE_BASE + 'Z'] = 0xc508,
	[TABLE_BASE + '[' ... TABLE_BASE + '`'] = 0xc004,
	[TABLE_BASE + 'a' ... TABLE_BASE + 'f'] = 0xd608,
	[TABLE_BASE + 'g' ... TABLE_BASE + 'z'] = 0xc608,
	[TABLE_BASE + '{' ... TABLE_BASE + '~'] = 0xc004,
	[TABLE_BASE + 127] = 0x0002,
};

static const unsigned short *__heddle_ctype_bits_base = __heddle_ctype_bits + TABLE_BASE;

const unsigned short **__ctype_b_loc(void)
{
	return &__heddle_ctype_bits_base;
}

/* Characters but letters are themselves, those below 0 included. */
#define ROW(c) (c), (c) + 1, (c) + 2, (c) + 3, (c) + 4, (c) + 5, (c) + 6, (c) + 7
#define ROWS(c) ROW(c), ROW((c) + 8), ROW((c) + 16), ROW((c) + 24)
#define BELOW ROWS(-128), ROWS(-96), ROWS(-64), ROWS(-32), ROWS(0), ROWS(32)
#define ABOVE ROWS(128), ROWS(160), ROWS(192), ROWS(224)
#define LETTERS(a) ROW(a), ROW((a) + 8), ROW((a) + 16), (a) + 24, (a) + 25

static const int __heddle_lower_table[TABLE_SIZE] = {
	BELOW, '@', LETTERS('a'), '[', '\\', ']', '^', '_', ROWS('`'), ABOVE
};

static const int __heddle_upper_table[TABLE_SIZE] = {
	BELOW, ROWS('@'), '`', LETTERS('A'), '{', '|', '}', '~', 127, ABOVE
};

static const int *__heddle_lower_base = __heddle_lower_table + TABLE_BASE;
static const int *__heddle_upper_base = __heddle_upper_table + TABLE_BASE;

const int **__ctype_tolower_loc(void)
{
	return &__heddle_lower_base;
}

const int **__ctype_toupper_loc(void)
{
	return &__heddle_upper_base;
}
