// Everything that an instrumented kernel's text includes and expands to. TILESCOPE_ENTRIES makes what an executor
// calls.
#pragma once

#include "instrumentation/executors/recorded_kernel.h"
#include "instrumentation/traced/scope.h"

#if defined(__CUDACC__)

// The CUDA executor launches run() from a __global__ function of its own.
#define TILESCOPE_ENTRIES(kernel_name, tile_width, kernel_text)

#else

#if defined(__x86_64__) && !defined(__FMA__)
// Processors without fused multiply-add call the library's; the others have an instruction for it.
#define TILESCOPE_FUSED_ENTRY                                                                       \
  __attribute__((target("fma"))) inline void enter_fused(::tilescope::traced::Seat& seat,           \
                                                         const ::tilescope::traced::Arguments& a) { \
    ::tilescope::traced::Thread thread(seat);                                                       \
    run(thread, a);                                                                                 \
    thread.finish();                                                                                \
  }
#else
#define TILESCOPE_FUSED_ENTRY inline constexpr auto* enter_fused = &enter;
#endif

#define TILESCOPE_ENTRIES(kernel_name, tile_width, kernel_text)                                                        \
  inline void enter(::tilescope::traced::Seat& seat, const ::tilescope::traced::Arguments& a) {                        \
    ::tilescope::traced::Thread thread(seat);                                                                          \
    run(thread, a);                                                                                                    \
    thread.finish();                                                                                                   \
  }                                                                                                                    \
  TILESCOPE_FUSED_ENTRY                                                                                                \
  inline constexpr ::tilescope::RecordedKernel kernel{kernel_name, tile_width, kernel_text, Program::tilescope_arrays, \
                                                      enter,       enter_fused};

#endif
