// Rows and columns in strides of the grid, the sum from back to front.
// A B C: lhs rhs out
__global__ void product(size_t rows, size_t cols, size_t inner, const double* lhs, const double* rhs, double* out) {
  for (size_t r = blockIdx.y * blockDim.y + threadIdx.y; r < rows; r += gridDim.y * blockDim.y)
    for (size_t c = blockIdx.x * blockDim.x + threadIdx.x; c < cols; c += gridDim.x * blockDim.x) {
      double total = 0;
      for (size_t k = inner; k-- > 0;) total += lhs[r * inner + k] * rhs[k * cols + c];
      out[r * cols + c] = total;
    }
}
