#include <cuda_runtime.h>

#define MASK_WIDTH 5
#define MASK_RADIUS (MASK_WIDTH / 2)
#define O_TILE_WIDTH 12
#define I_TILE_WIDTH (O_TILE_WIDTH + MASK_WIDTH - 1)

__constant__ float M[MASK_WIDTH][MASK_WIDTH];

typedef struct {
  int width;
  int height;
  int pitch;
  int channels;
  float* elements;
} Image;

__global__ void convolution_2D_tiled(Image N, Image P) {
  __shared__ float N_ds[I_TILE_WIDTH][I_TILE_WIDTH];

  int tx = threadIdx.x;
  int ty = threadIdx.y;
  int row_o = blockIdx.y * O_TILE_WIDTH + ty;
  int col_o = blockIdx.x * O_TILE_WIDTH + tx;
  int row_i = row_o - MASK_RADIUS;
  int col_i = col_o - MASK_RADIUS;

  for (int c = 0; c < N.channels; ++c) {
    if (row_i >= 0 && row_i < N.height && col_i >= 0 && col_i < N.width)
      N_ds[ty][tx] = N.elements[(row_i * N.pitch + col_i) * N.channels + c];
    else
      N_ds[ty][tx] = 0.0f;
    __syncthreads();

    if (ty < O_TILE_WIDTH && tx < O_TILE_WIDTH) {
      float output = 0.0f;
      for (int i = 0; i < MASK_WIDTH; i++)
        for (int j = 0; j < MASK_WIDTH; j++)
          output += M[i][j] * N_ds[i + ty][j + tx];
      if (row_o < P.height && col_o < P.width)
        P.elements[(row_o * P.pitch + col_o) * P.channels + c] = output;
    }
    __syncthreads();
  }
}
