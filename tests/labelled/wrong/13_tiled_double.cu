#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

namespace la {

constexpr int kT = 8;

__global__ void dgemm(int n, const double *A, const double *B, double *C)
{
  __shared__ double As[kT][kT + 1];
  __shared__ double Bs[kT][kT + 1];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int r = blockIdx.y * kT + ty;
  const int c = blockIdx.x * kT + tx;
  double acc = 0;
  for (int b = 0; b < n / kT; ++b) {
    As[ty][tx] = A[r * n + b * kT + tx];
    Bs[ty][tx] = B[(b * kT + ty) * n + c];
    __syncthreads();
    for (int k = 0; k < kT; ++k) {
      acc += As[ty][k] * Bs[tx][k];
    }
    __syncthreads();
  }
  C[r * n + c] = acc;
}

void multiply(const std::vector<double> &a, const std::vector<double> &b, std::vector<double> &c, int n)
{
  double *da, *db, *dc;
  const size_t bytes = sizeof(double) * n * n;
  cudaMalloc(&da, bytes);
  cudaMalloc(&db, bytes);
  cudaMalloc(&dc, bytes);
  cudaMemcpy(da, a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), bytes, cudaMemcpyHostToDevice);
  dgemm<<<dim3(n / kT, n / kT), dim3(kT, kT)>>>(n, da, db, dc);
  cudaMemcpy(c.data(), dc, bytes, cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}

}  // namespace la

int main()
{
  const int n = 72;
  std::vector<double> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = (i * 17) % 23;
    b[i] = (i * 5) % 19 - 9;
  }
  la::multiply(a, b, c, n);
  double ref = 0;
  for (int k = 0; k < n; ++k) ref += a[k] * b[k * n + 1];
  std::printf("gpu %f cpu %f\n", c[1], ref);
}
