/* <langinfo.h>, POSIX; glibc's numbers */
#ifndef _LANGINFO_H
#define _LANGINFO_H

#include <nl_types.h>
#include <bits/types/locale_t.h>

enum {
	CODESET = 14, RADIXCHAR = 0x10000, THOUSEP = 0x10001,
	ABDAY_1 = 0x20000, ABDAY_2, ABDAY_3, ABDAY_4, ABDAY_5, ABDAY_6, ABDAY_7,
	DAY_1, DAY_2, DAY_3, DAY_4, DAY_5, DAY_6, DAY_7,
	ABMON_1, ABMON_2, ABMON_3, ABMON_4, ABMON_5, ABMON_6, ABMON_7, ABMON_8, ABMON_9, ABMON_10, ABMON_11, ABMON_12,
	MON_1, MON_2, MON_3, MON_4, MON_5, MON_6, MON_7, MON_8, MON_9, MON_10, MON_11, MON_12,
	AM_STR, PM_STR, D_T_FMT, D_FMT, T_FMT, T_FMT_AMPM, ERA, ERA_D_FMT = 0x2002e, ALT_DIGITS, ERA_D_T_FMT, ERA_T_FMT,
	CRNCYSTR = 0x4000f, YESEXPR = 0x50000, NOEXPR,
};
#define CODESET CODESET
#define RADIXCHAR RADIXCHAR
#define THOUSEP THOUSEP
#define D_T_FMT D_T_FMT
#define D_FMT D_FMT
#define T_FMT T_FMT
#define CRNCYSTR CRNCYSTR
#define YESEXPR YESEXPR
#define NOEXPR NOEXPR

char *nl_langinfo(nl_item item);
char *nl_langinfo_l(nl_item item, locale_t locale);

#endif
