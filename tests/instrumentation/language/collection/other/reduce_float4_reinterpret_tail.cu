// sum of squares, 128 bit loads, scalar tail; any n
#define LOAD4(ptr, idx) (reinterpret_cast<const float4 *>(ptr)[idx])
#define FULL_MASK 0xFFFF'FFFFu

__global__ __launch_bounds__(256, 4)
void sumsq_vec4(const float *__restrict__ x, float *__restrict__ acc, int n) {
  __shared__ float w[256 / 32];
  const int tid = blockIdx.x * blockDim.x + threadIdx.x, stride = blockDim.x * gridDim.x, n4 = n >> 2;
  float s = 0.f;
  for (int i = tid; i < n4; i += stride) {
    const float4 q = LOAD4(x, i);
    s += q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
  }
  const int rest = n & 3;
  if (tid < rest) { const float t = x[4 * n4 + tid]; s += t * t; }
  #pragma unroll 5
  for (int m = 16; m > 0; m >>= 1) s += __shfl_xor_sync(FULL_MASK, s, m);
  if ((threadIdx.x & 31) == 0) w[threadIdx.x >> 5] = s;
  __syncthreads();
  if (threadIdx.x < 8) {
    s = w[threadIdx.x];
    s += __shfl_down_sync(0xff, s, 4);
    s += __shfl_down_sync(0xff, s, 2);
    s += __shfl_down_sync(0xff, s, 1);
    if (threadIdx.x == 0) atomicAdd(acc, s);
  }
}

// bytes, sixteen per load: is there any negative one, are all of them zero?  n is a multiple of 16
__global__ void byte_flags16(const signed char *__restrict__ v, int n, int *any_negative, int *nonzero) {
  bool neg = false, zero = true;
  for (int i = (blockIdx.x * blockDim.x + threadIdx.x) * 16; i < n; i += blockDim.x * gridDim.x * 16) {
    const int4 q = *(const int4 *)(v + i);
    const int all = q.x | q.y | q.z | q.w;
    neg |= (all & 0x8080'8080) != 0;
    zero &= !all;
  }
  const unsigned who = __activemask();
  if (__any_sync(who, neg) && threadIdx.x % warpSize == 0) atomicExch(any_negative, 1);
  if (!__all_sync(who, zero) && threadIdx.x % warpSize == 0) atomicOr(nonzero, 1);
}
