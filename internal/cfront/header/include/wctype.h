/* <wctype.h>, C11 7.30 */
#ifndef _WCTYPE_H
#define _WCTYPE_H

#include <wchar.h>

int iswalnum(wint_t c);
int iswalpha(wint_t c);
int iswdigit(wint_t c);
int iswspace(wint_t c);
wint_t towlower(wint_t c);
wint_t towupper(wint_t c);

#endif
