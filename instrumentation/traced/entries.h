// Everything that an instrumented kernel's text includes and expands to. TILESCOPE_ENTRIES makes what the CUDA executor
// starts, and what it has to know of it. GPUs alone are compiled for in this way, until they take programs as the CPU
// does.
#pragma once

#include "instrumentation/traced/device_kernel.h"
#include "instrumentation/traced/scope.h"

// A build may know the kernel's blocks, TILESCOPE_BLOCK_X and _Y. Then so does the compiler, and sees that most
// accesses are inside their arrays. The executor takes no other block.
#if defined(TILESCOPE_BLOCK_X)
#define TILESCOPE_BLOCK \
  { TILESCOPE_BLOCK_X, TILESCOPE_BLOCK_Y }
#define TILESCOPE_KNOW(thread_index)                      \
  __builtin_assume((thread_index).x < TILESCOPE_BLOCK_X); \
  __builtin_assume((thread_index).y < TILESCOPE_BLOCK_Y)
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

#define TILESCOPE_ENTRIES(kernel_name, tile_width)                              \
  __global__ void __launch_bounds__(TILESCOPE_BOUNDS)                           \
      enter(const __grid_constant__ ::tilescope::traced::DeviceLaunch launch) { \
    const std::uint32_t slot = ::tilescope::traced::Thread::slot(launch);       \
    if (slot == ::tilescope::traced::DeviceLaunch::none) return;                \
    ::tilescope::traced::poison_shared(launch.static_shared_bytes);             \
    ::tilescope::traced::Thread thread(launch, slot);                           \
    TILESCOPE_KNOW(threadIdx);                                                  \
    run(thread, launch.arguments);                                              \
    thread.finish<Program>();                                                   \
  }                                                                             \
  inline ::tilescope::DeviceKernel described() {                                \
    ::tilescope::DeviceKernel kernel{kernel_name, tile_width};                  \
    kernel.arrays = Program::tilescope_arrays;                                  \
    kernel.parameters = Program::tilescope_parameters;                          \
    kernel.block = TILESCOPE_BLOCK;                                             \
    return kernel;                                                              \
  }
