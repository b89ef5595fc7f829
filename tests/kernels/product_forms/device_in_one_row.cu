// The matrices are arrays of one dimension.
#define M 24
#define K 40
#define N 16

__device__ float matA[M * K];
__device__ float matB[K * N];
__device__ float matC[M * N];

__global__ void mult() {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx >= M * N) return;
  int row = idx / N;
  int col = idx % N;
  float acc = 0.0f;
  for (int k = 0; k < K; k++) acc += matA[row * K + k] * matB[k * N + col];
  matC[idx] = acc;
}

int main() {
  mult<<<(M * N + 127) / 128, 128>>>();
  return cudaDeviceSynchronize();
}
