/* calendar.h - the names and formats of calendar times in the locale "C", for strftime, strptime and nl_langinfo. */
#ifndef HEDDLE_CALENDAR_H
#define HEDDLE_CALENDAR_H

extern const char __heddle_day_names[7][10];
extern const char __heddle_month_names[12][10];

/* The format that a conversion stands for; null: none. */
const char *__heddle_longer_format(char conversion);

#endif
