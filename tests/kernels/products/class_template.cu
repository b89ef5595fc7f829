// Matrices are objects with an operator, and the kernel is a template over them.
// A B C: a.data b.data c.data
template <typename T>
class MatrixView {
 public:
  T* data;
  int rows, cols;
  __device__ T& operator()(int r, int c) const { return data[r * cols + c]; }
};
template <typename T>
__global__ void gemm(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c) {
  const int r = blockIdx.y * blockDim.y + threadIdx.y;
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= c.rows || j >= c.cols) return;
  T sum{};
  for (int k = 0; k < a.cols; ++k) sum += a(r, k) * b(k, j);
  c(r, j) = sum;
}
template __global__ void gemm<float>(MatrixView<const float>, MatrixView<const float>, MatrixView<float>);
