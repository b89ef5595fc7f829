// C has A B added to it.
// A B C: A B C
__global__ void accumulate(float* C, const float* A, const float* B, int m, int n, int k) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (!(x < n && y < m)) return;
  for (int l = 0; l < k; ++l) C[y * n + x] += A[y * k + l] * B[l * n + x];
}
