// Each thread copies four floats at once; the last ones are beyond a matrix whose size is not a multiple of four.
__global__ void vectors_of_four(const float4* A, float4* C) {
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  C[t] = A[t];
}
