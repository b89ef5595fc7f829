// SGEMM with 128 bit loads and double buffered tiles, compared with cublas-like
// reference results from a naive kernel.
//
//    A: M x K, B: K x N, C: M x N, row major; M, N multiples of 128, K of 8
//
// Kernels are started through cudaLaunchKernel and a table of descriptors, and
// (for the warm-up) in the ordinary way.

#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <iostream>
#include <string>
#include <type_traits>
#include <vector>

#define OFFSET(row, col, ld) ((row) * (ld) + (col))
#define FLOAT4(pointer) (reinterpret_cast<float4 *>(&(pointer))[0])
#define CFLOAT4(pointer) (reinterpret_cast<const float4 *>(&(pointer))[0])

#define CHECK(call)                                                          \
  {                                                                          \
    const cudaError_t error = call;                                          \
    if (error != cudaSuccess) {                                              \
      std::printf("Error: %s:%d, code: %d, reason: %s\n", __FILE__, __LINE__, \
                  error, cudaGetErrorString(error));                         \
      std::exit(1);                                                          \
    }                                                                        \
  }

template <typename... T>
void unused(T &&...) {}

constexpr int BM = 128, BN = 128, BK = 8, TM = 8, TN = 8;
constexpr int THREADS = (BM / TM) * (BN / TN);
static_assert(THREADS == 256, "the loads below count on it");

// ------------------------------------------------------------- 1: reference
__global__ void sgemmReference(const float *A, const float *B, float *C, int M, int N, int K) {
  const int n = blockIdx.x * blockDim.x + threadIdx.x;
  const int m = blockIdx.y * blockDim.y + threadIdx.y;
  if (m >= M || n >= N) return;
  float sum = 0.0f;
  for (int k = 0; k < K; k++) sum += A[OFFSET(m, k, K)] * B[OFFSET(k, n, N)];
  C[OFFSET(m, n, N)] = sum;
}

// ------------------------------------------------------------- 2: float4 loads
__global__ void sgemmVector(float *__restrict__ A, float *__restrict__ B, float *__restrict__ C, int M, int N, int K) {
  __shared__ float sA[BM][BK];
  __shared__ float sB[BK][BN];

  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  const int aRow = tid >> 1, aCol = (tid & 1) << 2;
  const int bRow = tid >> 5, bCol = (tid & 31) << 2;
  const int gRow = blockIdx.y * BM + aRow;
  const int gCol = blockIdx.x * BN + bCol;

  float c[TM][TN] = {{0.0f}};

  for (int bk = 0; bk < (K + BK - 1) / BK; bk++) {
    FLOAT4(sA[aRow][aCol]) = FLOAT4(A[OFFSET(gRow, bk * BK + aCol, K)]);
    FLOAT4(sB[bRow][bCol]) = FLOAT4(B[OFFSET(bk * BK + bRow, gCol, N)]);
    __syncthreads();

#pragma unroll
    for (int k = 0; k < BK; k++)
#pragma unroll
      for (int m = 0; m < TM; m++)
#pragma unroll
        for (int n = 0; n < TN; n++)
          c[m][n] += sA[threadIdx.y * TM + m][k] * sB[k][threadIdx.x * TN + n];
    __syncthreads();
  }

  for (int m = 0; m < TM; m++) {
    const int row = blockIdx.y * BM + threadIdx.y * TM + m;
    for (int n = 0; n < TN; n += 4)
      FLOAT4(C[OFFSET(row, blockIdx.x * BN + threadIdx.x * TN + n, N)]) = FLOAT4(c[m][n]);
  }
}

// ------------------------------------------------------------- 3: transposed A tile, registers
__global__ void sgemmRegisters(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M,
                               int N, int K) {
  __shared__ __align__(16) float sA[BK][BM];
  __shared__ __align__(16) float sB[BK][BN];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int tid = ty * blockDim.x + tx;
  const int aRow = tid / 2, aCol = tid % 2 * 4;
  const int bRow = tid / 32, bCol = tid % 32 * 4;

  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;

  float4 a4, b4;
  float ra[TM], rb[TN], rc[TM][TN] = {};

  for (int k0 = 0; k0 < K; k0 += BK) {
    a4 = CFLOAT4(A[OFFSET(aRow, k0 + aCol, K)]);
    b4 = CFLOAT4(B[OFFSET(k0 + bRow, bCol, N)]);
    sA[aCol + 0][aRow] = a4.x;
    sA[aCol + 1][aRow] = a4.y;
    sA[aCol + 2][aRow] = a4.z;
    sA[aCol + 3][aRow] = a4.w;
    FLOAT4(sB[bRow][bCol]) = b4;
    __syncthreads();

    for (int k = 0; k < BK; k++) {
      FLOAT4(ra[0]) = FLOAT4(sA[k][ty * TM / 2]);
      FLOAT4(ra[4]) = FLOAT4(sA[k][ty * TM / 2 + BM / 2]);
      FLOAT4(rb[0]) = FLOAT4(sB[k][tx * TN / 2]);
      FLOAT4(rb[4]) = FLOAT4(sB[k][tx * TN / 2 + BN / 2]);
      for (int m = 0; m < TM; m++)
        for (int n = 0; n < TN; n++) rc[m][n] += ra[m] * rb[n];
    }
    __syncthreads();
  }

  for (int i = 0; i < TM; i++) {
    const int row = blockIdx.y * BM + ty * TM / 2 + (i < TM / 2 ? i : i - TM / 2 + BM / 2);
    const int col = blockIdx.x * BN + tx * TN / 2;
    FLOAT4(C[OFFSET(row, col, N)]) = FLOAT4(rc[i][0]);
    FLOAT4(C[OFFSET(row, col + BN / 2, N)]) = FLOAT4(rc[i][4]);
  }
}

// ------------------------------------------------------------- 4: double buffering
__global__ __launch_bounds__(256, 2) void sgemmDouble(const float *__restrict__ A, const float *__restrict__ B,
                                                      float *__restrict__ C, int M, int N, int K) {
  __shared__ float sA[2][BK][BM];
  __shared__ float sB[2][BK][BN];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int tid = ty * blockDim.x + tx;
  const int aRow = tid >> 1, aCol = (tid & 1) * 4;
  const int bRow = tid >> 5, bCol = (tid & 31) * 4;
  const float *pa = A + OFFSET(blockIdx.y * BM + aRow, aCol, K);
  const float *pb = B + OFFSET(bRow, blockIdx.x * BN + bCol, N);

  float rc[TM][TN];
  for (int m = 0; m < TM; m++)
    for (int n = 0; n < TN; n++) rc[m][n] = 0.0f;

  float4 a = *(const float4 *)pa;
  float4 b = *(const float4 *)pb;
  sA[0][aCol][aRow] = a.x;
  sA[0][aCol + 1][aRow] = a.y;
  sA[0][aCol + 2][aRow] = a.z;
  sA[0][aCol + 3][aRow] = a.w;
  *(float4 *)&sB[0][bRow][bCol] = b;
  __syncthreads();

  int now = 0;
  for (int k0 = BK; k0 <= K; k0 += BK) {
    const bool more = k0 < K;
    if (more) {
      pa += BK;
      pb += BK * N;
      a = *(const float4 *)pa;
      b = *(const float4 *)pb;
    }
    for (int k = 0; k < BK; k++)
      for (int m = 0; m < TM; m++)
        for (int n = 0; n < TN; n++) rc[m][n] += sA[now][k][ty * TM + m] * sB[now][k][tx * TN + n];
    if (more) {
      const int next = now ^ 1;
      sA[next][aCol][aRow] = a.x;
      sA[next][aCol + 1][aRow] = a.y;
      sA[next][aCol + 2][aRow] = a.z;
      sA[next][aCol + 3][aRow] = a.w;
      *(float4 *)&sB[next][bRow][bCol] = b;
      now = next;
      __syncthreads();
    }
  }

  float *pc = C + (blockIdx.y * BM + ty * TM) * N + blockIdx.x * BN + tx * TN;
  for (int m = 0; m < TM; m++, pc += N) {
    reinterpret_cast<float4 *>(pc)[0] = make_float4(rc[m][0], rc[m][1], rc[m][2], rc[m][3]);
    reinterpret_cast<float4 *>(pc)[1] = make_float4(rc[m][4], rc[m][5], rc[m][6], rc[m][7]);
  }
}

// ------------------------------------------------------------- host
struct Descriptor {
  std::string name;
  const void *function;
  dim3 block;
  int tileM, tileN;
};

class EventTimer {
  cudaEvent_t from_{}, to_{};

 public:
  EventTimer() {
    CHECK(cudaEventCreate(&from_));
    CHECK(cudaEventCreate(&to_));
  }
  ~EventTimer() { cudaEventDestroy(from_), cudaEventDestroy(to_); }
  template <class F>
  float operator()(F &&f, int n) {
    CHECK(cudaEventRecord(from_));
    while (n--) f();
    CHECK(cudaEventRecord(to_));
    CHECK(cudaEventSynchronize(to_));
    float ms;
    CHECK(cudaEventElapsedTime(&ms, from_, to_));
    return ms;
  }
};

static float largestDifference(const std::vector<float> &x, const std::vector<float> &y) {
  float d = 0;
  for (std::size_t i = 0; i < x.size(); i++) d = std::fmax(d, std::fabs(x[i] - y[i]));
  return d;
}

int main(int argc, char **argv) {
  unused(argc, argv);
  constexpr int M = 512, N = 1024, K = 256;
  constexpr int loops = 20;

  std::vector<float> hA(M * K), hB(K * N), hC(M * N), hR(M * N);
  for (auto *v : {&hA, &hB})
    for (auto &x : *v) x = std::rand() / float(RAND_MAX);

  float *dA = nullptr, *dB = nullptr, *dC = nullptr;
  CHECK(cudaMalloc(&dA, sizeof(float) * hA.size()));
  CHECK(cudaMalloc(&dB, sizeof(float) * hB.size()));
  CHECK(cudaMalloc(&dC, sizeof(float) * hC.size()));
  CHECK(cudaMemcpy(dA, hA.data(), sizeof(float) * hA.size(), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(dB, hB.data(), sizeof(float) * hB.size(), cudaMemcpyHostToDevice));

  // warm-up, and the results to compare with
  {
    const dim3 block(BN / TN, BM / TM), grid(N / BN, M / BM);
    sgemmVector<<<grid, block>>>(dA, dB, dC, M, N, K);
    sgemmReference<<<dim3(N / 32, M / 8), dim3(32, 8)>>>(dA, dB, dC, M, N, K);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(hR.data(), dC, sizeof(float) * hR.size(), cudaMemcpyDeviceToHost));
  }

  const std::vector<Descriptor> table{
      {"reference", (const void *)sgemmReference, dim3(32, 8), 8, 32},
      {"float4", (const void *)sgemmVector, dim3(16, 16), BM, BN},
      {"registers", reinterpret_cast<const void *>(&sgemmRegisters), dim3(16, 16), BM, BN},
      {"double buffer", (const void *)sgemmDouble, dim3(16, 16), BM, BN},
  };

  EventTimer timer;
  int bad = 0;
  for (const auto &[name, function, block, tileM, tileN] : table) {
    int m = M, n = N, k = K;
    void *args[] = {&dA, &dB, &dC, &m, &n, &k};
    const dim3 grid((N + tileN - 1) / tileN, (M + tileM - 1) / tileM);
    CHECK(cudaMemset(dC, 0, sizeof(float) * hC.size()));
    const auto *f = function;
    const dim3 b = block;
    const float ms = timer([&] { CHECK(cudaLaunchKernel(f, grid, b, args, 0, nullptr)); }, loops) / loops;
    CHECK(cudaMemcpy(hC.data(), dC, sizeof(float) * hC.size(), cudaMemcpyDeviceToHost));
    const float d = largestDifference(hC, hR);
    bad += !(d < 1e-2f);
    std::cout << name << ":\t" << ms << " ms, " << 2e-6 * M * N * K / ms << " GFLOP/s, difference " << d << '\n';
  }
  CHECK(cudaFree(dA));
  CHECK(cudaFree(dB));
  CHECK(cudaFree(dC));
  return bad;
}
