#include <cstdio>
#include <cstdlib>

const int TILE_DIM = 32;
const int BLOCK_ROWS = 8;

__global__ void transposeNoBankConflicts(float *odata, const float *idata, int width, int height)
{
  __shared__ float tile[TILE_DIM][TILE_DIM + 1];

  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;

  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < width && y + j < height)
      tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];

  __syncthreads();

  x = blockIdx.y * TILE_DIM + threadIdx.x;  // transpose block offset
  y = blockIdx.x * TILE_DIM + threadIdx.y;

  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < height && y + j < width)
      odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main()
{
  const int nx = 100, ny = 75;
  const int mem_size = nx * ny * sizeof(float);

  dim3 dimGrid((nx + TILE_DIM - 1) / TILE_DIM, (ny + TILE_DIM - 1) / TILE_DIM, 1);
  dim3 dimBlock(TILE_DIM, BLOCK_ROWS, 1);

  float *h_idata = (float *)malloc(mem_size);
  float *h_odata = (float *)malloc(mem_size);
  float *d_idata, *d_odata;
  cudaMalloc(&d_idata, mem_size);
  cudaMalloc(&d_odata, mem_size);

  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      h_idata[j * nx + i] = j * nx + i;
  cudaMemcpy(d_idata, h_idata, mem_size, cudaMemcpyHostToDevice);

  transposeNoBankConflicts<<<dimGrid, dimBlock>>>(d_odata, d_idata, nx, ny);

  cudaMemcpy(h_odata, d_odata, mem_size, cudaMemcpyDeviceToHost);
  int errors = 0;
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      if (h_odata[i * ny + j] != h_idata[j * nx + i]) errors++;
  printf("%s\n", errors ? "FAIL" : "PASS");
  cudaFree(d_idata);
  cudaFree(d_odata);
  free(h_idata);
  free(h_odata);
  return errors != 0;
}
