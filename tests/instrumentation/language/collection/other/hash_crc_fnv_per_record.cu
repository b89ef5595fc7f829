#include <stdint.h>
#include <stddef.h>

#define FNV_PRIME   0x100000001B3ULL
#define FNV_OFFSET  0xcbf29ce484222325ull
#define ROTL32(v,k) (((v) << (k)) | ((v) >> (32 - (k))))

#define HASHER(NAME, TYPE, INIT, UPDATE)                         \
  static __device__ TYPE NAME(const uint8_t *p, size_t len)      \
  {                                                              \
      TYPE h = (INIT);                                           \
      const uint8_t *const end = p + len;                        \
      for (; p < end; ++p) { const uint8_t b = *p; UPDATE; }     \
      return h;                                                  \
  }

HASHER(fnv1a,   uint64_t, FNV_OFFSET, h ^= b; h *= FNV_PRIME)
HASHER(djb2,    uint32_t, 5381u,      h = (h << 5) + h + b)
HASHER(rotxor,  uint32_t, 0u,         h = ROTL32(h, 7) ^ b)

__device__ uint32_t crc_table[256];

__global__ void make_crc_table(void)
{
  uint32_t c = threadIdx.x;
  for (int k = 0; k < 8; k++)
    c = (c & 1) ? (c >> 1) ^ 0xEDB88320UL : c >> 1;
  crc_table[threadIdx.x & 255] = c;
}

static __device__ uint32_t crc32(const uint8_t *p, size_t len)
{
  uint32_t c = 0xFFFFFFFFu;
  while (len--) c = crc_table[(c ^ *p++) & 0xff] ^ (c >> 8);
  return ~c;
}

typedef struct { uint64_t fnv; uint32_t crc; uint32_t mixed; } digest_t;

/* records of different lengths, ends[] holds one-past-the-end offsets */
__global__ void digest_records(const void *blob, const size_t *ends, digest_t *out, unsigned records)
{
  unsigned r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= records) return;
  const size_t begin = r == 0 ? 0 : ends[r - 1];
  const uint8_t *p = (const uint8_t *)blob + begin;
  const size_t len = ends[r] - begin;
  digest_t *d = out + r;
  d->fnv = fnv1a(p, len);
  d->crc = crc32(p, len);
  d->mixed = djb2(p, len) ^ rotxor(p, len) ^ (uint32_t)__clzll((long long)d->fnv);
}

/* bit tricks applied to every digest: reflected crc, number of leading zeros, low set bit */
__global__ void decorate(const digest_t *in, uint4 *out, unsigned records)
{
  for (unsigned r = blockIdx.x * blockDim.x + threadIdx.x; r < records; r += gridDim.x * blockDim.x)
    {
      const uint32_t c = in[r].crc;
      uint4 t = { __brev(c), 0, 0, 0 };
      t.y = (uint32_t)__clz((int)c);
      t.z = (uint32_t)__ffs((int)c);
      t.w = umin(t.y, t.z);
      out[r] = t;
    }
}
