/* <stdbit.h>, C23: only the byte order */
#ifndef _STDBIT_H
#define _STDBIT_H

#define __STDC_ENDIAN_LITTLE__ 1234
#define __STDC_ENDIAN_BIG__ 4321
#define __STDC_ENDIAN_NATIVE__ __STDC_ENDIAN_LITTLE__

#endif
