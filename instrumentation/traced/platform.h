// How the traced types are compiled by nvcc.
#pragma once

#include "instrumentation/anywhere.h"

// There are three kinds of traced::Thread, and the traced types exist once for each: a program may hold all of them.
#if defined(TILESCOPE_PAIRS)
#define TILESCOPE_RECORDER pairing_on_device
#elif !defined(TILESCOPE_COUNTING)
#define TILESCOPE_RECORDER on_device
#else
#define TILESCOPE_RECORDER counting_on_device
#endif

#define TILESCOPE_HERE __device__ __forceinline__  // where a recorded kernel runs
#define TILESCOPE_SHARED __shared__

// Stand before loops whose heads say how often they go round: a number of times that the text fixes, or that the launch
// does. A counting device thread has so little to do in them that going round would be most of it. Where a loop goes
// through an array of the thread's own, that array is registers for a device if all of the loop is unrolled; nvcc takes
// minutes for the counts of that.
#if defined(TILESCOPE_COUNTING)
#define TILESCOPE_UNROLL _Pragma("unroll")
#define TILESCOPE_UNROLL_SOME _Pragma("unroll 4")
#define TILESCOPE_UNROLL_OWN
#else
#define TILESCOPE_UNROLL
#define TILESCOPE_UNROLL_SOME
#define TILESCOPE_UNROLL_OWN _Pragma("unroll")
#endif

// Stands behind the head of every other loop of a recorded kernel, so that an endless one ends in an error.
#define TILESCOPE_LOOP           \
  if (tilescope_thread.tick()) { \
  } else
