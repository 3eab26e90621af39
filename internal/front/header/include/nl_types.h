/* <nl_types.h>, POSIX */
#ifndef _NL_TYPES_H
#define _NL_TYPES_H

typedef void *nl_catd;
typedef int nl_item;
#define NL_SETD 1
#define NL_CAT_LOCALE 1

nl_catd catopen(const char *name, int flag);
char *catgets(nl_catd catalog, int set, int message, const char *text);
int catclose(nl_catd catalog);

#endif
