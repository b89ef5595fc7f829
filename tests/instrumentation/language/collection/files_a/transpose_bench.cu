// transpose_bench.cu : out-of-place and in-place matrix transposes.
//
// Prints a table of effective bandwidths. The copy kernels are the ceiling.
#include <cuda_runtime.h>
#include "device_launch_parameters.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using namespace std;

const int TILE_DIM = 32;
const int BLOCK_ROWS = 8;
const int NUM_REPS = 100;

__global__ void copyPlain(float *odata, const float *idata, int width, int height)
{
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;

  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < width && y + j < height)
      odata[(y + j) * width + x] = idata[(y + j) * width + x];
}

__global__ void copyThroughShared(float *odata, const float *idata, int width, int height)
{
  __shared__ float tile[TILE_DIM * TILE_DIM];

  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;

  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < width && y + j < height)
      tile[(threadIdx.y + j) * TILE_DIM + threadIdx.x] = idata[(y + j) * width + x];

  __syncthreads();

  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < width && y + j < height)
      odata[(y + j) * width + x] = tile[(threadIdx.y + j) * TILE_DIM + threadIdx.x];
}

__global__ void transposeNaive(float *odata, const float *idata, int width, int height)
{
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;

  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < width && y + j < height)
      odata[x * height + (y + j)] = idata[(y + j) * width + x];
}

// 32-way bank conflicts when reading the tile by columns
__global__ void transposeConflicts(float *odata, const float *idata, int width, int height)
{
  __shared__ float tile[TILE_DIM][TILE_DIM];

  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < width && y + j < height)
      tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];

  __syncthreads();

  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < height && y + j < width)
      odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void transposePadded(float *odata, const float *idata, int width, int height)
{
  __shared__ float tile[TILE_DIM][TILE_DIM + 1];

  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < width && y + j < height)
      tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];

  __syncthreads();

  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < height && y + j < width)
      odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// no padding, the column index is xor-ed with the row instead
__global__ void transposeSwizzled(float *odata, const float *idata, int width, int height)
{
  __shared__ float tile[TILE_DIM][TILE_DIM];

  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < width && y + j < height)
      tile[threadIdx.y + j][threadIdx.x ^ (threadIdx.y + j)] = idata[(y + j) * width + x];

  __syncthreads();

  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < height && y + j < width)
      odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.x ^ (threadIdx.y + j)];
}

template <class T>
__device__ inline void swapValues(T &a, T &b)
{
  T t = a;
  a = b;
  b = t;
}

// square matrices: blocks above the diagonal exchange two tiles
__global__ void transposeInPlace(float *data, int n)
{
  if (blockIdx.y > blockIdx.x)
    return;

  __shared__ float upper[TILE_DIM][TILE_DIM + 1];
  __shared__ float lower[TILE_DIM][TILE_DIM + 1];

  const int x0 = blockIdx.x * TILE_DIM, y0 = blockIdx.y * TILE_DIM;
  for (int j = threadIdx.y; j < TILE_DIM; j += BLOCK_ROWS)
  {
    upper[j][threadIdx.x] = data[(y0 + j) * n + x0 + threadIdx.x];
    lower[j][threadIdx.x] = data[(x0 + j) * n + y0 + threadIdx.x];
  }
  __syncthreads();
  for (int j = threadIdx.y; j < TILE_DIM; j += BLOCK_ROWS)
  {
    data[(x0 + j) * n + y0 + threadIdx.x] = upper[threadIdx.x][j];
    data[(y0 + j) * n + x0 + threadIdx.x] = lower[threadIdx.x][j];
  }
}

// one thread per pair, the way everybody writes it first
__global__ void transposePairs(float *data, int n)
{
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < j && j < n)
    swapValues(data[i * n + j], data[j * n + i]);
}

/* ---------------------------------------------------------------------- */

class Timer
{
public:
  Timer() { cudaEventCreate(&start_); cudaEventCreate(&stop_); }
  ~Timer() { cudaEventDestroy(start_); cudaEventDestroy(stop_); }
  void start(cudaStream_t s = 0) { cudaEventRecord(start_, s); }
  float stop(cudaStream_t s = 0)
  {
    cudaEventRecord(stop_, s);
    cudaEventSynchronize(stop_);
    float ms = 0.0f;
    cudaEventElapsedTime(&ms, start_, stop_);
    return ms;
  }

private:
  cudaEvent_t start_, stop_;
};

struct Variant
{
  string name;
  void (*kernel)(float *, const float *, int, int);
  bool transposes;
};

static string describe(int w, int h)
{
  ostringstream s;
  s << w << " x " << h << " floats, " << (double)w * h * sizeof(float) / (1 << 20) << " MiB";
  return s.str();
}

static bool same(const vector<float> &a, const vector<float> &b)
{
  auto m = mismatch(a.begin(), a.end(), b.begin());
  if (m.first == a.end())
    return true;
  cout << "   -> element " << (m.first - a.begin()) << ": " << *m.first << " != " << *m.second << '\n';
  return false;
}

int main(int argc, char **argv)
{
  const int width = 1024;
  const int height = 2048;
  const size_t bytes = sizeof(float) * width * height;

  const dim3 grid(width / TILE_DIM, height / TILE_DIM, 1);
  const dim3 block(TILE_DIM, BLOCK_ROWS, 1);

  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  cout << prop.name << ": " << describe(width, height) << "\n\n";

  vector<float> input(width * height), result(width * height), gold(width * height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
    {
      input[y * width + x] = y * width + x;
      gold[x * height + y] = input[y * width + x];
    }

  float *d_in, *d_out;
  cudaMalloc(&d_in, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_in, input.data(), bytes, cudaMemcpyHostToDevice);

  const vector<Variant> variants = {
      {"copyPlain", copyPlain, false},
      {"copyThroughShared", copyThroughShared, false},
      {"transposeNaive", transposeNaive, true},
      {"transposeConflicts", transposeConflicts, true},
      {"transposePadded", transposePadded, true},
      {"transposeSwizzled", &transposeSwizzled, true},
  };

  Timer timer;
  int failures = 0;
  for (const Variant &v : variants)
  {
    if (argc > 1 && v.name.find(argv[1]) == string::npos)
      continue;
    auto kernel = v.kernel;
    cudaMemset(d_out, 0, bytes);
    kernel<<<grid, block>>>(d_out, d_in, width, height);   // warm up
    timer.start();
    for (int i = 0; i < NUM_REPS; i++)
      kernel<<<grid, block>>>(d_out, d_in, width, height);
    float ms = timer.stop();
    cudaMemcpy(result.data(), d_out, bytes, cudaMemcpyDeviceToHost);
    bool ok = same(result, v.transposes ? gold : input);
    cout << left << setw(24) << v.name << right << fixed << setprecision(2) << setw(10)
         << 2.0 * bytes * 1e-6 * NUM_REPS / ms << " GB/s  " << (ok ? "ok" : "FAILED") << '\n';
    failures += !ok;
  }

  // in place, on the square upper part
  {
    const int n = 1024;
    vector<float> square(n * n), back(n * n);
    copy(input.begin(), input.begin() + n * n, square.begin());
    transposeInPlace<<<dim3(n / TILE_DIM, n / TILE_DIM), dim3(TILE_DIM, BLOCK_ROWS)>>>(d_in, n);
    transposePairs<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(d_in, n);
    cudaMemcpy(back.data(), d_in, n * n * sizeof(float), cudaMemcpyDeviceToHost);
    bool ok = same(back, square);
    cout << "twice in place: " << (ok ? "ok" : "FAILED") << endl;
    failures += !ok;
  }

  cudaFree(d_in);
  cudaFree(d_out);
  cudaDeviceReset();
  return failures;
}
