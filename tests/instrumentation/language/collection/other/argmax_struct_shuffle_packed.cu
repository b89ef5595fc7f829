#include <cuda_runtime.h>
#include <math.h>

struct alignas(8) ValIdx { float val; int idx; };

__device__ bool better(const ValIdx &a, const ValIdx &b) {
  return a.val > b.val || (a.val == b.val && a.idx < b.idx);
}

__device__ ValIdx shflDown(ValIdx v, int d) {
  return ValIdx{__shfl_down_sync(0xffffffff, v.val, d), __shfl_down_sync(0xffffffff, v.idx, d)};
}

__global__ void argmaxRows(const float *m, int rows, int cols, ValIdx *best, unsigned char *rowHasNan) {
  int row = blockIdx.x, tid = threadIdx.x;
  if (row >= rows) return;
  ValIdx mine = {-INFINITY, 0x7fffffff};
  int nans = 0;
  for (int c = tid; c < cols; c += blockDim.x) {
    ValIdx cand;
    cand.val = m[row * cols + c];
    cand.idx = c;
    if (isnan(cand.val)) { nans = 1; continue; }
    if (better(cand, mine)) mine = cand;
  }
  for (int d = 16; d > 0; d >>= 1) {
    ValIdx o = shflDown(mine, d);
    mine = better(o, mine) ? o : mine;
  }
  __shared__ ValIdx w[32];
  if (tid % 32 == 0) w[tid / 32] = mine;
  int anyNan = __syncthreads_or(nans);
  if (tid == 0) {
    for (int k = 1; k < (blockDim.x + 31) / 32; k++) if (better(w[k], mine)) mine = w[k];
    best[row] = mine;
    rowHasNan[row] = anyNan != 0;
  }
}

// whole-array variant: order-preserving float bits in the upper half of a 64 bit word
__global__ void argmaxPacked(const float *x, unsigned n, unsigned long long *packed) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int b = __float_as_int(x[i]);
    unsigned key = b < 0 ? ~(unsigned)b : (unsigned)b | 0x80000000u;
    atomicMax(packed, ((unsigned long long)key << 32) | (0xffffffffu - i));
  }
}

// and back again; every lane of the only warp learns the answer
__global__ void unpackBest(const unsigned long long *packed, float *value, unsigned *where, float *margins, const float *x, unsigned n) {
  float v = 0;
  unsigned i = 0;
  if ((threadIdx.x & 31) == 0) {
    const unsigned key = (unsigned)(*packed >> 32);
    v = __int_as_float((int)(key & 0x80000000u ? key ^ 0x80000000u : ~key));
    i = 0xffffffffu - (unsigned)*packed;
    *value = v;
    *where = i;
  }
  v = __shfl_sync(0xffffffff, v, 0);
  i = __shfl_sync(0xffffffff, i, 0);
  for (unsigned k = threadIdx.x; k < n; k += 32) margins[k] = k == i ? INFINITY : v - x[k];
}
