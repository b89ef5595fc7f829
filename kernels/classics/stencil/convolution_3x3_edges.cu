// The convolution through a tile whose halo is loaded by the threads next to it. A thread at a side loads one more
// pixel, and a thread at a corner three more, one of them a corner of the tile. There are still 100 loads, but three
// branches load the halo, each with only a few lanes.
// image and out are height x width, row-major; outside the image there are zeros. A block has TILE x TILE threads.
//! height = 22
//! width = 20
//! image = { sides = [22, 20], fill = "random" }
//! out = { sides = [22, 20] }
//! grid = ["(width + TILE - 1) / TILE", "(height + TILE - 1) / TILE"]
//! block = ["TILE", "TILE"]
const int TILE = 8;
#define MASK {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}}
__constant__ float mask[3][3] = MASK;

// A pixel, or 0 outside the image.
__device__ float pixel(const float* image, int row, int col, int height, int width) {
  return row >= 0 && row < height && col >= 0 && col < width ? image[row * width + col] : 0.0f;
}

__global__ void convolution_3x3_edges(const float* image, float* out, int height, int width) {
  __shared__ float tile[TILE + 2][TILE + 2];
  int ty = threadIdx.y + 1, tx = threadIdx.x + 1;  // the place of the thread's pixel in the tile
  int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  int dy = ty == 1 ? -1 : ty == TILE ? 1 : 0;  // the direction of the halo, if the thread is next to it
  int dx = tx == 1 ? -1 : tx == TILE ? 1 : 0;
  tile[ty][tx] = pixel(image, row, col, height, width);
  if (dy != 0)
    tile[ty + dy][tx] = pixel(image, row + dy, col, height, width);
  if (dx != 0)
    tile[ty][tx + dx] = pixel(image, row, col + dx, height, width);
  if (dy != 0 && dx != 0)
    tile[ty + dy][tx + dx] = pixel(image, row + dy, col + dx, height, width);
  __syncthreads();  // no thread reads the tile before it is full, halo included
  float sum = 0.0f;
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 3; ++x)
      sum += mask[y][x] * tile[ty + y - 1][tx + x - 1];
  if (row < height && col < width)
    out[row * width + col] = sum;
}

void reference(const float* image, float* out, int height, int width) {
  const float mask_here[3][3] = MASK;
  for (int row = 0; row < height; ++row)
    for (int col = 0; col < width; ++col)
      for (int y = 0; y < 3; ++y)
        for (int x = 0; x < 3; ++x)
          if (row + y >= 1 && row + y <= height && col + x >= 1 && col + x <= width)
            out[row * width + col] += mask_here[y][x] * image[(row + y - 1) * width + col + x - 1];
}
