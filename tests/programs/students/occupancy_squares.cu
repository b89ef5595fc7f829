#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

// Sum of squares 1..n modulo a prime, with a block size that the runtime
// suggests, and once more with a fixed one for comparison.

typedef unsigned long long u64;

static const u64 P = 998244353ull;

__global__ void number_them(u64 *v, int n)
{
  int k = blockDim.x * blockIdx.x + threadIdx.x;
  if (k < n)
    v[k] = k + 1;
}

__global__ void square_mod(u64 *v, int n, u64 p)
{
  int k = blockDim.x * blockIdx.x + threadIdx.x;
  if (k < n)
    v[k] = v[k] * v[k] % p;
}

static u64 total(const u64 *v, int n)
{
  u64 t = 0;
  for (int i = 0; i < n; i++)
    t = (t + v[i]) % P;
  return t;
}

// n(n+1)(2n+1)/6 without overflow
static u64 closed_form(u64 n)
{
  u64 a = n, b = n + 1, c = 2 * n + 1;
  if (a % 2 == 0) a /= 2; else b /= 2;
  if (a % 3 == 0) a /= 3; else if (b % 3 == 0) b /= 3; else c /= 3;
  return (a % P) * (b % P) % P * (c % P) % P;
}

int main()
{
  int n = 100000, wanted = 0, least = 0, fixed = 192, bad = 0;
  u64 *dev, *host = (u64 *)malloc(n * sizeof(u64));
  cudaMalloc(&dev, n * sizeof(u64));

  if (cudaOccupancyMaxPotentialBlockSize(&least, &wanted, square_mod, 0, 0) != cudaSuccess) {
    puts("the runtime has no suggestion");
    return 1;
  }
  printf("suggested: %d threads, at least %d blocks\n", wanted, least);

  number_them<<<(n + 511) / 512, 512>>>(dev, n);
  square_mod<<<(n + wanted - 1) / wanted, wanted>>>(dev, n, P);
  cudaMemcpy(host, dev, n * sizeof(u64), cudaMemcpyDeviceToHost);
  if (total(host, n) != closed_form(n))
    bad |= 1;

  number_them<<<(n + 511) / 512, 512>>>(dev, n);
  square_mod<<<(n + fixed - 1) / fixed, fixed>>>(dev, n, P);
  cudaMemcpy(host, dev, n * sizeof(u64), cudaMemcpyDeviceToHost);
  if (total(host, n) != closed_form(n))
    bad |= 2;

  printf("sum = %llu, status %d\n", closed_form(n), bad);
  cudaFree(dev);
  free(host);
  return bad;
}
