// Sizes no one can hold: __device__ arrays of 2 GB, 16 GB and 8 EB, a __constant__ of 4 MB (limit 64 KB), a __shared__ tile of 4 MB (limit 48 KB).
#define BIG 65536
__device__ double    pool[1 << 28];
__device__ int       field[BIG][BIG];
__device__ long long sky[1ULL << 60];
__constant__ float   lut[1 << 20];

__global__ void touch_all(float *out) {
  __shared__ float tile[1024][1024];
  extern __shared__ float rest[];
  int t = threadIdx.x;
  tile[t][t] = lut[t];
  rest[t] = (float)pool[t * 262144];
  field[t][BIG - 1] = t;
  sky[(1ULL << 60) - 1 - t] = t;
  __syncthreads();
  out[t] = tile[1023 - t][1023 - t] + rest[1023 - t];
}

int main() {
  float *out;
  cudaMalloc(&out, 1024 * sizeof(float));
  touch_all<<<1, 1024, 2000000000>>>(out);
  return 0;
}
