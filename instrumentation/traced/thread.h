// The thread that runs a recorded kernel: where its events go. One interface, a body for the host and one for a device.
#pragma once

#if defined(__CUDACC__)
#include "instrumentation/traced/device_thread.h"
#else
#include "instrumentation/traced/host_thread.h"
#endif
