// as right, with 2D dynamic pointer casts
const int TILE = 8;
__global__ void turn(const int* __restrict__ in, int* __restrict__ out, const int rows, const int columns) {
  __shared__ int tile[TILE][TILE + 1];
  int ty = threadIdx.y, tx = threadIdx.x;
  int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  if (top + ty < rows && left + tx < columns)
    tile[ty][tx] = in[(top + ty) * columns + left + tx];
  __syncthreads();
  if (left + ty < columns && top + tx < rows)
    out[(left + ty) * rows + top + tx] = tile[tx][ty];
}
