// Blocks in a row, threads too: each makes four neighbours of a row. Sizes are size_t.
// A B C: lhs rhs dst
using Index = size_t;
__global__ void fourInARow(const double* lhs, const double* rhs, double* dst, Index rows, Index columns, Index depth) {
  const Index groups = (columns + 3) / 4;
  const Index at = blockIdx.x * static_cast<Index>(blockDim.x) + threadIdx.x;
  const Index row = at / groups, first = at % groups * 4;
  if (row >= rows) return;
  double sums[4] = {0, 0, 0, 0};
  for (Index k = 0; k < depth; ++k) {
    const double factor = lhs[row * depth + k];
    for (int n = 0; n < 4; ++n)
      if (first + n < columns) sums[n] += factor * rhs[k * columns + first + n];
  }
  for (int n = 0; n < 4; ++n)
    if (first + n < columns) dst[row * columns + first + n] = sums[n];
}
