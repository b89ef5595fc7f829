// The thread that runs a recorded kernel: where its events go. One interface and two bodies: one keeps events, and one,
// with TILESCOPE_COUNTING, counts them.
#pragma once

#if !defined(TILESCOPE_COUNTING)
#include "instrumentation/traced/device_thread.h"
#else
#include "instrumentation/traced/counting_thread.h"
#endif
