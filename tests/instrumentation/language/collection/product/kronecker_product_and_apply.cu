// K = A (x) B, and the product (A (x) B) v without ever forming K

__global__ void kron(const float *A, int ra, int ca,
                     const float *B, int rb, int cb, float *K)
{
  int stride = blockDim.x * gridDim.x;
  int width = ca * cb;
  for (int at = blockIdx.x * blockDim.x + threadIdx.x; at < ra * rb * width; at += stride) {
    int y = at / width, x = at % width;
    K[at] = A[(y / rb) * ca + x / cb] * B[(y % rb) * cb + x % cb];
  }
}

// with V = reshape(v, ca, cb):  w = reshape(A V B^T); a block per row of A.
// Dynamic shared memory: cb floats for the row of A*V.
extern __shared__ float av[];

__global__ void kron_apply(const float *A, [[maybe_unused]] int ra, int ca, const float *B, int rb, int cb,
                           const float *v, float *w)
{
  const float *a = A + blockIdx.x * ca;
  for (int c = threadIdx.x; c < cb; c += blockDim.x) {
    float s = 0;
    for (int k = 0; k < ca; ++k)
      s += a[k] * v[k * cb + c];
    av[c] = s;
  }
  __syncthreads();
  for (int r = threadIdx.x; r < rb; r += blockDim.x) {
    float s = 0;
    const float *b = B + r * cb;
    for (const float *q = av; q - av < cb; ++q, ++b)
      s += *q * *b;
    w[blockIdx.x * rb + r] = s;
  }
}
