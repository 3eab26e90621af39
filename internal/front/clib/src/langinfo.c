/* langinfo.c - nl_langinfo in the locales "C" and "C.UTF-8", which differ in the name of the character set only. */
#include <langinfo.h>
#include "calendar.h"
#include "intrinsics.h"
#include "wide.h"

static const char __heddle_short_names[19][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Jan", "Feb", "Mar",
						 "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

static const char *__heddle_information(nl_item item)
{
	switch (item) {
	case CODESET:
		return __heddle_is_utf8() ? "UTF-8" : "ANSI_X3.4-1968";
	case RADIXCHAR:
		return ".";
	case AM_STR:
		return "AM";
	case PM_STR:
		return "PM";
	case D_T_FMT:
		return __heddle_longer_format('c');
	case D_FMT:
		return __heddle_longer_format('D');
	case T_FMT:
		return __heddle_longer_format('T');
	case T_FMT_AMPM:
		return __heddle_longer_format('r');
	case CRNCYSTR:
		return "-";
	case YESEXPR:
		return "^[yY]";
	case NOEXPR:
		return "^[nN]";
	}
	if (item >= ABDAY_1 && item <= ABDAY_7)
		return __heddle_short_names[item - ABDAY_1];
	if (item >= DAY_1 && item <= DAY_7)
		return __heddle_day_names[item - DAY_1];
	if (item >= ABMON_1 && item <= ABMON_12)
		return __heddle_short_names[7 + item - ABMON_1];
	if (item >= MON_1 && item <= MON_12)
		return __heddle_month_names[item - MON_1];
	return "";
}

HEDDLE_STATE(nl_langinfo);

char *nl_langinfo(nl_item item)
{
	HEDDLE_NOT_THREAD_SAFE(nl_langinfo);
	return (char *)__heddle_information(item);
}
