__global__ void much_shared(float* out) {
  __shared__ float all[100000];
  all[threadIdx.x] = 1;
  out[threadIdx.x] = all[threadIdx.x];
}
