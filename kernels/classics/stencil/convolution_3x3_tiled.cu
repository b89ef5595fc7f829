// Each pixel becomes a weighted sum of itself and its 8 neighbours. A block loads its pixels and a halo one pixel wide
// into a tile, with 100 loads instead of 576. Its 64 threads go through the 100 cells in two rounds, so the corners
// need no special case.
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

__global__ void convolution_3x3_tiled(const float* image, float* out, int height, int width) {
  __shared__ float tile[TILE + 2][TILE + 2];
  int ty = threadIdx.y, tx = threadIdx.x;
  int top = blockIdx.y * TILE - 1, left = blockIdx.x * TILE - 1;  // the pixel in the upper left corner of the tile
  for (int k = ty * TILE + tx; k < (TILE + 2) * (TILE + 2); k += TILE * TILE) {
    int y = k / (TILE + 2), x = k % (TILE + 2);
    bool inside = top + y >= 0 && top + y < height && left + x >= 0 && left + x < width;
    tile[y][x] = inside ? image[(top + y) * width + left + x] : 0.0f;
  }
  __syncthreads();  // no thread reads the tile before it is full, halo included
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  if (row >= height || col >= width)
    return;
  float sum = 0.0f;
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 3; ++x)
      sum += mask[y][x] * tile[ty + y][tx + x];
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
