// Everything that an instrumented kernel's text includes and expands to. TILESCOPE_ENTRIES makes what an executor
// calls.
#pragma once

#include "instrumentation/traced/recorded_kernel.h"
#include "instrumentation/traced/scope.h"

// A build may know the kernel's blocks, TILESCOPE_BLOCK_X and _Y. Then so does the compiler, and sees that most
// accesses are inside their arrays. An executor takes no other block.
#if defined(TILESCOPE_BLOCK_X)
#define TILESCOPE_BLOCK \
  { TILESCOPE_BLOCK_X, TILESCOPE_BLOCK_Y }
#if defined(__CUDACC__)
#define TILESCOPE_KNOW(thread_index)                      \
  __builtin_assume((thread_index).x < TILESCOPE_BLOCK_X); \
  __builtin_assume((thread_index).y < TILESCOPE_BLOCK_Y)
#else
#define TILESCOPE_KNOW(thread_index) \
  if ((thread_index).x >= TILESCOPE_BLOCK_X || (thread_index).y >= TILESCOPE_BLOCK_Y) __builtin_unreachable()
#endif
#else
#define TILESCOPE_BLOCK \
  { 0, 0 }
#define TILESCOPE_KNOW(thread_index) static_cast<void>(0)
#endif

// Or that its blocks have no more threads than this: then each may have more registers.
#if !defined(TILESCOPE_MOST_THREADS)
#define TILESCOPE_MOST_THREADS 1024
#endif
// Or that a multiprocessor shall hold so many of these at least: then each may have fewer.
#if defined(TILESCOPE_LEAST_BLOCKS)
#define TILESCOPE_BOUNDS TILESCOPE_MOST_THREADS, TILESCOPE_LEAST_BLOCKS
#else
#define TILESCOPE_BOUNDS TILESCOPE_MOST_THREADS
#endif

#if defined(__CUDACC__)

#define TILESCOPE_ENTRIES(kernel_name, tile_width, kernel_text)                 \
  __global__ void __launch_bounds__(TILESCOPE_BOUNDS)                           \
      enter(const __grid_constant__ ::tilescope::traced::DeviceLaunch launch) { \
    const std::uint32_t slot = ::tilescope::traced::Thread::slot(launch);       \
    if (slot == ::tilescope::traced::DeviceLaunch::none) return;                \
    ::tilescope::traced::poison_shared(launch.static_shared_bytes);             \
    ::tilescope::traced::Thread thread(launch, slot);                           \
    TILESCOPE_KNOW(threadIdx);                                                  \
    run(thread, launch.arguments);                                              \
    thread.finish<Program>();                                                   \
  }

#else

#if defined(__x86_64__) && !defined(__FMA__)
// Processors without fused multiply-add call the library's; the others have an instruction for it.
#define TILESCOPE_FUSED_ENTRY                                                                       \
  __attribute__((target("fma"))) inline void enter_fused(::tilescope::traced::Seat& seat,           \
                                                         const ::tilescope::traced::Arguments& a) { \
    ::tilescope::traced::Thread thread(seat);                                                       \
    TILESCOPE_KNOW(seat.thread_index);                                                              \
    run(thread, a);                                                                                 \
    thread.finish();                                                                                \
  }
#else
#define TILESCOPE_FUSED_ENTRY inline constexpr auto* enter_fused = &enter;
#endif

#define TILESCOPE_ENTRIES(kernel_name, tile_width, kernel_text)                                 \
  inline void enter(::tilescope::traced::Seat& seat, const ::tilescope::traced::Arguments& a) { \
    ::tilescope::traced::Thread thread(seat);                                                   \
    TILESCOPE_KNOW(seat.thread_index);                                                          \
    run(thread, a);                                                                             \
    thread.finish();                                                                            \
  }                                                                                             \
  TILESCOPE_FUSED_ENTRY                                                                         \
  inline constexpr ::tilescope::RecordedKernel kernel{kernel_name,                              \
                                                      tile_width,                               \
                                                      kernel_text,                              \
                                                      Program::tilescope_arrays,                \
                                                      enter,                                    \
                                                      enter_fused,                              \
                                                      Program::tilescope_parameters,            \
                                                      TILESCOPE_BLOCK};

#endif
