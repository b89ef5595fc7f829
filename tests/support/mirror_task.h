// A small task: a kernel that mirrors pieces of an array, with a missing barrier.
#pragma once

#include <string>

namespace tilescope::test {

// Each thread reads the cell that its mirror image filled. The answer supplies the code in between.
inline std::string mirror(const std::string& between, const std::string& before = "") {
  return before + R"(//! in = { sides = [64], fill = "counting" }
//! out = { sides = [64] }
//! block = "BLOCK"
//! grid = "64 / BLOCK"
const int BLOCK = 32;

__global__ void mirror(const int* in, int* out) {
  __shared__ int row[BLOCK];
  int tid = threadIdx.x, first = blockIdx.x * BLOCK;
  row[tid] = in[first + tid];
)" + between +
         R"(
  out[first + tid] = row[BLOCK - 1 - tid];
}

void reference(const int* in, int* out) {
  for (int k = 0; k < 64; ++k)
    out[k] = in[k / BLOCK * BLOCK + BLOCK - 1 - k % BLOCK];
}
)";
}

inline std::string mirror_task(const std::string& more = "") {
  return "title = \"Mirror\"\nnumber = 1\ntext = \"Mend it: {count:global_loads} loads.\"\nhints = [\"{row}\"]\n" +
         more + "kernel = '''\n" + mirror("") + "'''\nsolution = '''\n" + mirror("  __syncthreads();") +
         "'''\n[[launch]]\n[[launch]]\nhidden = true\nknobs = \"BLOCK:16\"\n"
         "[[goal]]\nthat = \"barriers <= 1\"\nsays = \"At most one barrier\"\n";
}

}  // namespace tilescope::test
