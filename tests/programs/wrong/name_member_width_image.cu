#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

struct Image {
  int width;
  int height;
  unsigned char *pixels;   // device memory
};

__global__ void invert(unsigned char *p, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) p[y * w + x] = 255 - p[y * w + x];
}

static inline int divUp(int a, int b) { return (a + b - 1) / b; }

static void process(Image &img) {
  dim3 block(16, 16);
  dim3 grid(divUp(img.widht, block.x), divUp(img.height, block.y)); //~ 21:23 'Image' has no member 'widht': did you mean 'width'?
  invert<<<grid, block>>>(img.pixels, img.width, img.height);
}

int main() {
  Image img = {800, 600, nullptr};
  cudaMalloc(&img.pixels, img.width * img.height);
  process(img);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(img.pixels);
  return 0;
}
