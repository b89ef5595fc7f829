__device__ float A[2][2];
__global__ void sided(float* C) { C[0] = A[1][1]; }
