// The few words that differ between a host compiler and nvcc, so that the traced types are written once.
#pragma once

#if defined(__CUDACC__)
#define TILESCOPE_ANYWHERE __host__ __device__ __forceinline__  // host and device
#define TILESCOPE_HERE __device__ __forceinline__               // where a recorded kernel runs
#define TILESCOPE_SHARED __shared__
#define TILESCOPE_LOOP  // a device has its own watchdog
#else
#define TILESCOPE_ANYWHERE inline
#if defined(TILESCOPE_SANITIZE)
#define TILESCOPE_HERE inline  // all of a kernel in one function, and sanitized, takes compilers minutes
#else
#define TILESCOPE_HERE inline __attribute__((always_inline))
#endif
// The fibers of a block share one OS thread, and an OS thread runs one block at a time.
#define TILESCOPE_SHARED static thread_local
// Stands behind the head of every loop of a recorded kernel, so that an endless one ends in an error.
#define TILESCOPE_LOOP           \
  if (tilescope_thread.tick()) { \
  } else
#endif
