/* Specifiers that do not fit their declaration. */
int storage(static int x); /* want "error: storage class specified for parameter" */
int restrict no_pointer; /* want "error: restrict applied to int" */
int *restrict pointer;
typedef int *two[2];
two restrict pointers;
