// Every thread of up to 4096 takes a way of its own.
__global__ void own_ways(const float* A, float* C) {
  int n = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int bit = 0; bit < 12; ++bit) {
    if (n >> bit & 1)
      sum += A[bit];
    else
      sum += A[bit + 12];
  }
  C[n] = sum;
}
