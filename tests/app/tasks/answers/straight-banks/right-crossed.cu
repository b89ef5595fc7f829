//! block = ["TILE", "ROWS"]
const int TILE = 32;  // threads in a row
const int ROWS = 2;   // rows of threads

// Cells of a row are mixed: what would stand in cell d stands in cell d ^ column.
__device__ int cell(int column, int d) { return column * TILE + (d ^ column); }

__global__ void transposed(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float a[ROWS * TILE], b[TILE * TILE];
  const int y = threadIdx.y, x = threadIdx.x;
  const float* down_b = B + y * N + blockIdx.x * TILE + x;
  const float* along_a = A + (blockIdx.y * ROWS + y) * K + x;
  float acc = 0.0f;
  for (int left = K; left > 0; left -= TILE) {
    a[y * TILE + x] = *along_a;
    for (int d = y; d < TILE; d += ROWS, down_b += ROWS * N) b[cell(x, d)] = *down_b;
    along_a += TILE;
    __syncthreads();
#pragma unroll 8
    for (int d = 0; d < TILE; ++d) acc = fmaf(a[y * TILE + d], b[cell(x, d)], acc);
    __syncthreads();
  }
  C[(blockIdx.y * ROWS + y) * N + blockIdx.x * TILE + x] = acc;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
