// Slow: each pixel becomes a weighted sum of itself and its 8 neighbours, and each thread loads all of them from
// global memory. That is 9 loads per thread and 576 for a block of 8 x 8, which needs only 100 different pixels.
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

__global__ void convolution_3x3_straight(const float* image, float* out, int height, int width) {
  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  if (row >= height || col >= width)
    return;
  float sum = 0.0f;
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 3; ++x)
      if (row + y >= 1 && row + y <= height && col + x >= 1 && col + x <= width)
        sum += mask[y][x] * image[(row + y - 1) * width + col + x - 1];
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
