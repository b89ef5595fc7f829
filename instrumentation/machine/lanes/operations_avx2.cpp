#define TILESCOPE_OPERATIONS operations_avx2
#include "instrumentation/machine/lanes/operations.inc"
