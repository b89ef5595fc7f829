// assign every point to the nearest of 16 centres
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct { float x, y, z; } point_t;

#define CENTRES 16
#define COORDS  (CENTRES * 3)

__global__ void nearest(const point_t *p, const float *centres, int *label, int n)
{
  __shared__ float c[COORDS];
  if (threadIdx.x < COORDS)
    c[threadIdx.x] = centres[threadIdx.x];
  __syncthreads();

  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    point_t q = p[i];
    float bestD = 1e30f;
    int best = 0;
    for (int k = 0; k < CENTRES; k++) {
      float dx = q.x - c[3 * k];
      float dy = q.y - c[3 * k + 1];
      float dz = q.z - c[3 * k + 2];
      float d = dx * dx + dy * dy + dz * dz;
      if (d < bestD) { bestD = d; best = k; }
    }
    label[i] = best;
  }
}

int main()
{
  const int n = 500;
  point_t *hp = (point_t *)malloc(n * sizeof(point_t));
  float hc[COORDS];
  int *hl = (int *)malloc(n * sizeof(int));
  for (int i = 0; i < n; i++) {
    hp[i].x = (i * 3 % 100) / 100.0f;
    hp[i].y = (i * 7 % 100) / 100.0f;
    hp[i].z = (i * 11 % 100) / 100.0f;
  }
  for (int i = 0; i < COORDS; i++) hc[i] = (i * 29 % 100) / 100.0f;
  point_t *p; float *c; int *l;
  cudaMalloc((void **)&p, n * sizeof(point_t));
  cudaMalloc((void **)&c, sizeof(hc));
  cudaMalloc((void **)&l, n * sizeof(int));
  cudaMemcpy(p, hp, n * sizeof(point_t), cudaMemcpyHostToDevice);
  cudaMemcpy(c, hc, sizeof(hc), cudaMemcpyHostToDevice);
  nearest<<<(n + 31) / 32, 32>>>(p, c, l, n);
  cudaMemcpy(hl, l, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("point 0 -> %d, point %d -> %d\n", hl[0], n - 1, hl[n - 1]);
  return 0;
}
