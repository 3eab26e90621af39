#include <stdlib.h>
#include "yarn.h"

static void nothing(void *arg) { (void) arg; }

int main(void)
{
    launch(nothing, NULL);
    launch(nothing, NULL);
    join_all();
    return 0;
}
