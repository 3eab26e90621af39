/* <wctype.h>, C11 7.30 */
#ifndef _WCTYPE_H
#define _WCTYPE_H

#include <bits/types/locale_t.h>
#include <wchar.h>

typedef unsigned long wctype_t;
typedef const int *wctrans_t;

int iswalnum(wint_t c);
int iswalpha(wint_t c);
int iswblank(wint_t c);
int iswcntrl(wint_t c);
int iswdigit(wint_t c);
int iswgraph(wint_t c);
int iswlower(wint_t c);
int iswprint(wint_t c);
int iswpunct(wint_t c);
int iswspace(wint_t c);
int iswupper(wint_t c);
int iswxdigit(wint_t c);
wctype_t wctype(const char *name);
int iswctype(wint_t c, wctype_t class);
wctrans_t wctrans(const char *name);
wint_t towctrans(wint_t c, wctrans_t map);
wint_t towlower(wint_t c);
wint_t towupper(wint_t c);

int iswalnum_l(wint_t c, locale_t locale);
int iswalpha_l(wint_t c, locale_t locale);
int iswblank_l(wint_t c, locale_t locale);
int iswcntrl_l(wint_t c, locale_t locale);
int iswdigit_l(wint_t c, locale_t locale);
int iswgraph_l(wint_t c, locale_t locale);
int iswlower_l(wint_t c, locale_t locale);
int iswprint_l(wint_t c, locale_t locale);
int iswpunct_l(wint_t c, locale_t locale);
int iswspace_l(wint_t c, locale_t locale);
int iswupper_l(wint_t c, locale_t locale);
int iswxdigit_l(wint_t c, locale_t locale);
wctype_t wctype_l(const char *name, locale_t locale);
int iswctype_l(wint_t c, wctype_t class, locale_t locale);
wctrans_t wctrans_l(const char *name, locale_t locale);
wint_t towctrans_l(wint_t c, wctrans_t map, locale_t locale);
wint_t towlower_l(wint_t c, locale_t locale);
wint_t towupper_l(wint_t c, locale_t locale);

#endif
