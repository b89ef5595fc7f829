/* Part @N: a product through shared memory. */
__global__ void __launch_bounds__(SIDE@B * SIDE@B)
product@N(const @T* __restrict__ A, const @T* __restrict__ B, @T* C, int rows, int columns, int depth) {
  __shared__ @T left[SIDE@B][SIDE@B + 1];
  __shared__ @T right[SIDE@B][SIDE@B];
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  @T sum = 0;
  for (int at = 0; at < depth; at += SIDE@B) {
    left[threadIdx.y][threadIdx.x] = row < rows && at + threadIdx.x < depth ? A[row * depth + at + threadIdx.x] : @T(0);
    right[threadIdx.y][threadIdx.x] =
        column < columns && at + threadIdx.y < depth ? B[(at + threadIdx.y) * columns + column] : @T(0);
    __syncthreads();
    for (int k = 0; k < SIDE@B; ++k) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
    __syncthreads();
  }
  if (row < rows && column < columns) C[row * columns + column] = sum;
}
