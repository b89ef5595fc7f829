// Whole numbers; pointers walk along a row and down a column.
__global__ void walk(const int* p, const int* q, int* r, int height, int width, int depth) {
  int x = blockDim.x * blockIdx.x + threadIdx.x;
  int y = blockDim.y * blockIdx.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int* along = p + y * depth;
  const int* down = q + x;
  int total = 0;
  for (int left = depth; left > 0; --left) {
    total += *along++ * *down;
    down += width;
  }
  r[y * width + x] = total;
}
