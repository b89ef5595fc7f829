//! grid = [2, 2]
//! block = [8, 8]
//! a = { sides = [16, 16], fill = "counting" }
//! b = { sides = [16, 16], fill = "zeros" }
__global__ void transpose(const float* a, float* b) {
  __shared__ float tile[8][9];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = a[(blockIdx.y * 8 + y) * 16 + blockIdx.x * 8 + x];
  __syncthreads();
  b[(blockIdx.x * 8 + y) * 16 + blockIdx.y * 8 + x] = tile[x][y];
}
