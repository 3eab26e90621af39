/* <endian.h>: both data models are little-endian */
#ifndef _ENDIAN_H
#define _ENDIAN_H

#include <byteswap.h>

#define LITTLE_ENDIAN __ORDER_LITTLE_ENDIAN__
#define BIG_ENDIAN __ORDER_BIG_ENDIAN__
#define PDP_ENDIAN __ORDER_PDP_ENDIAN__
#define BYTE_ORDER LITTLE_ENDIAN
#define __LITTLE_ENDIAN LITTLE_ENDIAN
#define __BIG_ENDIAN BIG_ENDIAN
#define __PDP_ENDIAN PDP_ENDIAN
#define __BYTE_ORDER BYTE_ORDER

#define htobe16(x) bswap_16(x)
#define htobe32(x) bswap_32(x)
#define htobe64(x) bswap_64(x)
#define be16toh(x) bswap_16(x)
#define be32toh(x) bswap_32(x)
#define be64toh(x) bswap_64(x)
#define htole16(x) ((unsigned short)(x))
#define htole32(x) ((unsigned)(x))
#define htole64(x) ((unsigned long long)(x))
#define le16toh(x) ((unsigned short)(x))
#define le32toh(x) ((unsigned)(x))
#define le64toh(x) ((unsigned long long)(x))

#endif
