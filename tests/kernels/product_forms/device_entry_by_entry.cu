// No product of matrices: each element by the one that lies in the same place.
#define H 32
#define W 48

__device__ float first[H][W];
__device__ float second[H][W];
__device__ float both[H][W];

__global__ void hadamard() {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < W && y < H) both[y][x] = first[y][x] * second[y][x];
}

int main() {
  hadamard<<<dim3(W / 16, H / 16), dim3(16, 16)>>>();
}
