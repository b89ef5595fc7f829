// Six small products, one for each layer of the grid.
#define BATCH 6
#define SIZE 16

__device__ float in1[BATCH][SIZE][SIZE];
__device__ float in2[BATCH][SIZE][SIZE];
__device__ float out[BATCH][SIZE][SIZE];

__global__ void batched() {
  int b = blockIdx.z;
  int y = threadIdx.y;
  int x = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < SIZE; k++) sum += in1[b][y][k] * in2[b][k][x];
  out[b][y][x] = sum;
}

int main() {
  batched<<<dim3(1, 1, BATCH), dim3(SIZE, SIZE)>>>();
}
