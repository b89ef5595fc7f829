/* Bitonic sort of key/value pairs, one block per array, array length is a
   power of two and at most SHARED_LIMIT.  */

#include <cuda_runtime.h>

#define SHARED_LIMIT 1024U

typedef unsigned int uint_key;

static __device__ inline void
comparator (uint_key &ka, uint_key &va, uint_key &kb, uint_key &vb, uint_key dir)
{
  if ((ka > kb) == dir)
    {
      uint_key t;
      t = ka, ka = kb, kb = t;
      t = va, va = vb, vb = t;
    }
}

__global__ void
bitonic_sort_shared (uint_key *dst_key, uint_key *dst_val,
                     const uint_key *src_key, const uint_key *src_val,
                     uint_key array_length, uint_key dir)
{
  __shared__ uint_key s_key[SHARED_LIMIT], s_val[SHARED_LIMIT];

  src_key += blockIdx.x * SHARED_LIMIT + threadIdx.x;
  src_val += blockIdx.x * SHARED_LIMIT + threadIdx.x;
  dst_key += blockIdx.x * SHARED_LIMIT + threadIdx.x;
  dst_val += blockIdx.x * SHARED_LIMIT + threadIdx.x;

  s_key[threadIdx.x] = *src_key;
  s_val[threadIdx.x] = *src_val;
  s_key[threadIdx.x + SHARED_LIMIT / 2] = src_key[SHARED_LIMIT / 2];
  s_val[threadIdx.x + SHARED_LIMIT / 2] = src_val[SHARED_LIMIT / 2];

  for (uint_key size = 2; size < array_length; size <<= 1)
    {
      uint_key ddd = dir ^ ((threadIdx.x & (size / 2)) != 0);

      for (uint_key stride = size / 2; stride > 0; stride >>= 1)
        {
          __syncthreads ();
          uint_key pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
          comparator (s_key[pos], s_val[pos],
                      s_key[pos + stride], s_val[pos + stride], ddd);
        }
    }

  for (uint_key stride = array_length / 2; stride > 0; stride >>= 1)
    {
      __syncthreads ();
      uint_key pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      comparator (s_key[pos], s_val[pos],
                  s_key[pos + stride], s_val[pos + stride], dir);
    }

  __syncthreads ();
  *dst_key = s_key[threadIdx.x];
  *dst_val = s_val[threadIdx.x];
  dst_key[SHARED_LIMIT / 2] = s_key[threadIdx.x + SHARED_LIMIT / 2];
  dst_val[SHARED_LIMIT / 2] = s_val[threadIdx.x + SHARED_LIMIT / 2];
}
