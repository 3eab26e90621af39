#include <stdio.h>
#include <wchar.h>
/* Literals that are joined: escape sequences are read first, and one prefix is that of all. */

#define ESC "\x1b"
#define JOIN(a, b) a b

static void bytes(const char *name, const void *p, size_t n)
{
	printf("%s:", name);
	for (size_t i = 0; i < n; i++)
		printf(" %02x", ((const unsigned char *)p)[i]);
	printf("\n");
}
#define BYTES(name, s) bytes(name, s, sizeof s)

int main(void)
{
	BYTES("hex", "\x41" "1");
	BYTES("hex of one digit", "\x1" "b" /* one */ "\xf"
		"f");
	BYTES("octal", "\0" "7" "\12" "3");
	BYTES("macro before", ESC "1");
	BYTES("macros", JOIN("\x1b", "1"));
	BYTES("escaped backslash", "\\x1" "b");
	BYTES("escaped backslash, digit", "\\0" "1" "\\01" "2");
	BYTES("quote", "a\"" "b\\" "c");
	BYTES("eight", u8"a" u8"b");
	BYTES("eight last", "a" u8"b");
	BYTES("wide", L"\x3b1" L"1");
	BYTES("wide last", "ab" L"c");
	BYTES("wide first", L"ab" "c" L"d");
	BYTES("wide large", L"\x1f600" L"1");
	BYTES("sixteen", u"a\x3b1" "b\U0001f600");
	BYTES("sixteen last", "ab" u"c");
	BYTES("thirty-two", U"a\U0001f600" U"\x1f600" "1");
	printf("%d %d %d %d\n", L'\x3b1' == 0x3b1, u'\xffff' == 0xffff, U'a' + 0 == 'a', (int)sizeof(u'a'));
	printf("%d %d\n", _Generic(u"", __CHAR16_TYPE__ *: 1, default: 0), _Generic(U"", __CHAR32_TYPE__ *: 1, default: 0));
	printf("%d %d\n", u'\xffff' > 0, U'\xffffffff' > 0);
	return 0;
}
