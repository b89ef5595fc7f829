#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

static constexpr int kTile   = 16;
static constexpr int kSplits = 4;

namespace {

__global__ void SplitKMatMul(const float* a, const float* b, float* c, int m, int n, int k, int k_chunk) {
  __shared__ float tile_a[kTile][kTile];
  __shared__ float tile_b[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y;
  const int col = blockIdx.x * kTile + threadIdx.x;
  const int k_begin = blockIdx.z * k_chunk;
  const int k_end   = min(k_begin + k_chunk, k);

  float partial = 0.0f;
  for (int kk = k_begin; kk < k_end; kk += kTile) {
    const int ka = kk + threadIdx.x;
    const int kb = kk + threadIdx.y;
    tile_a[threadIdx.y][threadIdx.x] = (row < m && ka < k_end) ? a[row * k + ka] : 0.0f;
    tile_b[threadIdx.y][threadIdx.x] = (col < n && kb < k_end) ? b[kb * n + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < kTile; ++i) {
      partial += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
    }
    __syncthreads();
  }
  if (row < m && col < n) {
    atomicAdd(&c[row * n + col], partial);
  }
}

int DivUp(int a, int b) { return (a + b - 1) / b; }

}  // namespace

int main() {
  const int m = 40, n = 24, k = 300;
  const int k_chunk = DivUp(k, kSplits);
  std::vector<float> ha(m * k), hb(k * n), hc(m * n);
  for (size_t i = 0; i < ha.size(); ++i) ha[i] = static_cast<float>(i % 4);
  for (size_t i = 0; i < hb.size(); ++i) hb[i] = static_cast<float>(i % 6) - 2.5f;

  float *a, *b, *c;
  cudaMalloc(&a, ha.size() * sizeof(float));
  cudaMalloc(&b, hb.size() * sizeof(float));
  cudaMalloc(&c, hc.size() * sizeof(float));
  cudaMemcpy(a, ha.data(), ha.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, hb.data(), hb.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(c, 0, hc.size() * sizeof(float));

  dim3 grid(DivUp(n, kTile), DivUp(m, kTile), kSplits);
  SplitKMatMul<<<grid, dim3(kTile, kTile)>>>(a, b, c, m, n, k, k_chunk);

  cudaMemcpy(hc.data(), c, hc.size() * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%f\n", hc[5]);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return 0;
}
