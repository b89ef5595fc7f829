#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

// Sum of n ints: every launch shrinks the array by 2*BS until one is left.
// Two buffers take turns.

#define BS 256

#define CUDA_OK(x) if ((x) != cudaSuccess) { printf("error in line %d\n", __LINE__); exit(1); }

__global__ void reduce_step(const int *in, int *out, unsigned int n)
{
  __shared__ int s[BS];
  unsigned int t = threadIdx.x;
  unsigned int i = blockIdx.x * (2 * BS) + t;
  int v = 0;
  if (i < n) v = in[i];
  if (i + BS < n) v += in[i + BS];
  s[t] = v;
  __syncthreads();
  for (unsigned int k = BS / 2; k > 0; k >>= 1) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

int main(int argc, char *argv[])
{
  unsigned int n = 1 << 20;
  if (argc == 2) n = (unsigned int)atoi(argv[1]);

  int *h = (int *)malloc(n * sizeof(int));
  long long expect = 0;
  for (unsigned int i = 0; i < n; i++) { h[i] = (int)(i % 3); expect += h[i]; }

  int *a, *b;
  unsigned int nb = (n + 2 * BS - 1) / (2 * BS);
  CUDA_OK(cudaMalloc(&a, n * sizeof(int)));
  CUDA_OK(cudaMalloc(&b, nb * sizeof(int)));
  CUDA_OK(cudaMemcpy(a, h, n * sizeof(int), cudaMemcpyHostToDevice));

  int *src = a, *dst = b;
  unsigned int left = n;
  while (left > 1) {
    unsigned int blocks = (left + 2 * BS - 1) / (2 * BS);
    reduce_step<<<blocks, BS>>>(src, dst, left);
    CUDA_OK(cudaGetLastError());
    left = blocks;
    int *tmp = src; src = dst; dst = tmp;
  }

  int sum = 0;
  CUDA_OK(cudaMemcpy(&sum, src, sizeof(int), cudaMemcpyDeviceToHost));
  printf("gpu %d, cpu %lld: %s\n", sum, expect, sum == expect ? "same" : "NOT the same");

  cudaFree(a);
  cudaFree(b);
  free(h);
  return sum == expect ? 0 : 1;
}
