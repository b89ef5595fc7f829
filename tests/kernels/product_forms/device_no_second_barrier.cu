// As on the lab sheet, but a barrier is missing: wrong.
#define W 64
#define T 16

__device__ float dA[W][W];
__device__ float dB[W][W];
__device__ float dC[W][W];

__global__ void shared() {
  __shared__ float As[T][T];
  __shared__ float Bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * T + tx, y = blockIdx.y * T + ty;
  float sum = 0;
  for (int i = 0; i < W / T; i++) {
    As[ty][tx] = dA[y][i * T + tx];
    Bs[ty][tx] = dB[i * T + ty][x];
    __syncthreads();
    for (int k = 0; k < T; k++) sum += As[ty][k] * Bs[k][tx];
  }
  dC[y][x] = sum;
}

int main() {
  shared<<<dim3(W / T, W / T), dim3(T, T)>>>();
}
