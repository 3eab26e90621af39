/* <crypt.h>, glibc */
#ifndef _CRYPT_H
#define _CRYPT_H

char *crypt(const char *key, const char *salt);

#endif
