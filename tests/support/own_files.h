// A user's files with several kernels: a scan in three launches, and a tree reduction.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "instrumentation/launching/request/request.h"

namespace tilescope::test {

// Scans blocks, and adds to each block the sums of the blocks before it.
inline const std::string scan = R"(#define BLOCK 8
__global__ void scan_blocks(const int* in, int* out, int* sums, int n) {
  __shared__ int s[BLOCK];
  int i = blockIdx.x * BLOCK + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < BLOCK; d *= 2) {
    int v = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
    __syncthreads();
    s[threadIdx.x] += v;
    __syncthreads();
  }
  if (i < n) out[i] = s[threadIdx.x];
  if (threadIdx.x == BLOCK - 1) sums[blockIdx.x] = s[threadIdx.x];
}
__global__ void add_sums(int* data, const int* sums, int n) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n && blockIdx.x > 0) data[i] += sums[blockIdx.x - 1];
}
)";

// The kernel is called `first`: each block of 16 threads adds up its elements of `in`.
inline const std::string reduction = R"(__global__ void first(const float* in, float* out, int n) {
  __shared__ float s[16];
  int t = threadIdx.x, i = blockIdx.x * 16 + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < 16; d *= 2) {
    if (t % (2 * d) == 0) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
)";

// Writes a file with this code, and returns the request that opens it.
inline Request file_with(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
  Request request;
  request.kernel = path;
  return request;
}

}  // namespace tilescope::test
