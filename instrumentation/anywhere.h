// Marks functions that run on the host and on a device.
#pragma once

#if defined(__CUDACC__)
#define TILESCOPE_ANYWHERE __host__ __device__ __forceinline__
#else
#define TILESCOPE_ANYWHERE inline
#endif
