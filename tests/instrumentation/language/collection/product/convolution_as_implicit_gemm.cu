// 2-D convolution (NCHW) as the product  weights[K x CRS] * patches[CRS x PQ],
// where the patch matrix exists only as an index computation.
struct ConvShape {
  int channels, height, width;
  int filters, kh, kw;
  int pad, stride, dilation;

  __host__ __device__ int out_h() const { return (height + 2 * pad - dilation * (kh - 1) - 1) / stride + 1; }
  __host__ __device__ int out_w() const { return (width + 2 * pad - dilation * (kw - 1) - 1) / stride + 1; }
  __host__ __device__ int crs() const { return channels * kh * kw; }
};

__device__ float patch(const float* image, const ConvShape* s, int crs, int pq) {
  const int c  = crs / (s->kh * s->kw);
  const int rs = crs - c * s->kh * s->kw;
  const int y = (pq / s->out_w()) * s->stride - s->pad + (rs / s->kw) * s->dilation;
  const int x = (pq % s->out_w()) * s->stride - s->pad + (rs % s->kw) * s->dilation;
  // one comparison for both ends: negative numbers become huge
  if ((unsigned)y >= (unsigned)s->height || (unsigned)x >= (unsigned)s->width) return 0.f;
  return image[(c * s->height + y) * s->width + x];
}

template <int TM, int TN, int TK>
__global__ void conv_gemm(const float* images, const float* weights, float* out, ConvShape s) {
  __shared__ float wt[TM][TK + 1];
  __shared__ float pt[TK][TN];

  const int inner = s.crs(), cols = s.out_h() * s.out_w();
  const int tid = threadIdx.x;                 // TM * TN threads
  const int ty = tid / TN, tx = tid % TN;
  const int f = blockIdx.y * TM + ty, pq = blockIdx.x * TN + tx;

  images += blockIdx.z * s.channels * s.height * s.width;
  out    += blockIdx.z * s.filters * cols;

  float acc = 0.f;
  for (int k0 = 0; k0 < inner; k0 += TK) {
    for (int i = tid; i < TM * TK; i += TM * TN) {
      const int r = blockIdx.y * TM + i / TK, k = k0 + i % TK;
      wt[i / TK][i % TK] = r < s.filters && k < inner ? weights[r * inner + k] : 0.f;
    }
    for (int i = tid; i < TK * TN; i += TM * TN) {
      const int k = k0 + i / TN, c = blockIdx.x * TN + i % TN;
      pt[i / TN][i % TN] = k < inner && c < cols ? patch(images, &s, k, c) : 0.f;
    }
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < TK; ++k) acc += wt[ty][k] * pt[k][tx];
    __syncthreads();
  }
  if (f < s.filters && pq < cols) out[f * cols + pq] = acc;
}
