#define TILESCOPE_OPERATIONS operations_baseline
#include "instrumentation/machine/lanes/operations.inc"
