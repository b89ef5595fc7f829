#include <cuda_runtime.h>
#include <string.h>
#include <assert.h>

#define MAX_NEEDLE 0100          /* 64 */
#define WILDCARD '?'

__constant__ char needle[MAX_NEEDLE];
__constant__ int  needle_len;

__device__ static int matches_at(const char *hay, const char *pat, int len)
{
  const char *stop = pat + len;
  while (pat != stop && (*pat == *hay || *pat == WILDCARD))
    {
      ++pat;
      ++hay;
    }
  return pat == stop;
}

__global__ void find_all (const char *hay, size_t hay_len, int *positions, int *found, int max_found)
{
  assert (needle_len > 0 && needle_len <= MAX_NEEDLE);
  size_t i = (size_t) blockIdx.x * blockDim.x + threadIdx.x;
  if (i + needle_len > hay_len)
    return;
  if (matches_at (hay + i, needle, needle_len))
    {
      int slot = atomicAdd (found, 1);
      if (slot < max_found)
        positions[slot] = (int) i;
    }
}

__global__ void find_first (const char *hay, int hay_len, int *first)
{
  for (int i = threadIdx.x; i <= hay_len - needle_len; i += blockDim.x)
    {
      if (*(volatile int *) first < i) break;     /* somebody was faster */
      if (!matches_at (&hay[i], needle, needle_len)) continue;
      atomicMin (first, i);
      break;
    }
}

/* 2-bit packing: A=0b00 C=0b01 G=0b10 T=0b11, 16 bases a word */
__global__ void pack_dna (const char *bases, unsigned *packed, int words)
{
  int w = blockIdx.x * blockDim.x + threadIdx.x;
  if (w >= words) return;
  char local[16];
  memcpy (local, bases + 16 * w, sizeof local);
  unsigned bits = 0b0;
  for (int k = 0; k < 16; ++k)
    switch (local[k] & ~0x20)
      {
      case 'A': break;
      case 'C': bits |= 0b01u << (2 * k); break;
      case 'T': bits |= 0b01u << (2 * k);   /* fall through */
      case 'G': bits |= 0b10u << (2 * k); break;
      default:  bits ^= 0b11u << (2 * k);
      }
  packed[w] = bits;
}
