// B is kept with its columns as rows, so that each thread walks along two rows.
#define QUERIES 32
#define KEYS 24
#define LENGTH 16

__device__ float query[QUERIES][LENGTH];
__device__ float key[KEYS][LENGTH];
__device__ float score[QUERIES][KEYS];

__global__ void scores() {
  int q = blockIdx.y * blockDim.y + threadIdx.y;
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  float dot = 0;
  for (int d = 0; d < LENGTH; ++d) dot += query[q][d] * key[k][d];
  score[q][k] = dot;
}

int main() {
  scores<<<dim3(KEYS / 8, QUERIES / 8), dim3(8, 8)>>>();
}
