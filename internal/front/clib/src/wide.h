/* wide.h - the encoding of the current locale. */
#ifndef HEDDLE_WIDE_H
#define HEDDLE_WIDE_H

/* Whether the locale of characters is C.UTF-8. Otherwise it is "C": bytes above 127 are no characters. */
_Bool __heddle_is_utf8(void);

#endif
