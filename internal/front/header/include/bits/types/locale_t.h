#ifndef _BITS_TYPES_LOCALE_T_H
#define _BITS_TYPES_LOCALE_T_H

typedef struct __locale_struct *locale_t;

#endif
