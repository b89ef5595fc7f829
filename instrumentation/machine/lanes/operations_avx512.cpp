#define TILESCOPE_OPERATIONS operations_avx512
#include "instrumentation/machine/lanes/operations.inc"
