// The convolution through a tile with a thread for each of its cells. The block is as large as the tile with its halo,
// 10 x 10, and each thread loads one pixel. The 36 threads at the rim have nothing to do after that.
// image and out are height x width, row-major; outside the image there are zeros. The block is TILE + 2 threads on each
// side.
//! height = 22
//! width = 20
//! image = { sides = [22, 20], fill = "random" }
//! out = { sides = [22, 20] }
//! grid = ["(width + TILE - 1) / TILE", "(height + TILE - 1) / TILE"]
//! block = ["TILE + 2", "TILE + 2"]
const int TILE = 8;
#define MASK {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}}
__constant__ float mask[3][3] = MASK;

__global__ void convolution_3x3_wide_block(const float* image, float* out, int height, int width) {
  __shared__ float tile[TILE + 2][TILE + 2];
  int ty = threadIdx.y, tx = threadIdx.x;
  int row = blockIdx.y * TILE + ty - 1, col = blockIdx.x * TILE + tx - 1;
  bool inside = row >= 0 && row < height && col >= 0 && col < width;
  tile[ty][tx] = inside ? image[row * width + col] : 0.0f;
  __syncthreads();  // no thread reads the tile before it is full, halo included; threads at the rim wait here too
  bool at_rim = ty == 0 || ty > TILE || tx == 0 || tx > TILE;
  if (at_rim || !inside)
    return;
  float sum = 0.0f;
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 3; ++x)
      sum += mask[y][x] * tile[ty + y - 1][tx + x - 1];
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
