// The thread that runs a recorded kernel: where its events go. One interface, a body for the host and two for a device:
// one keeps events, and one, with TILESCOPE_COUNTING, counts them.
#pragma once

#if !defined(__CUDACC__)
#include "instrumentation/traced/host_thread.h"
#elif !defined(TILESCOPE_COUNTING)
#include "instrumentation/traced/device_thread.h"
#else
#include "instrumentation/traced/counting_thread.h"
#endif
