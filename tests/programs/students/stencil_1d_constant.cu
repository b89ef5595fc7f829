#include <stdio.h>
#include <stdlib.h>
#include <math.h>

/* One-dimensional finite difference of high order.
 * Second derivative with the weights in constant memory; the array is padded
 * by HALF points at both ends.
 */

#define HALF   4
#define POINTS 128              /* points per block, one per thread */
#define CHUNKS 64

__constant__ float weight[HALF + 1];      /* symmetric: weight[0] is the middle */

__global__ void second_derivative(const float *padded, float *result, float inv_h2) {
  __shared__ float line[POINTS + 2 * HALF];
  const float *mine = padded + blockIdx.x * POINTS;

  for (int k = threadIdx.x; k < POINTS + 2 * HALF; k += POINTS)
    line[k] = mine[k];
  __syncthreads();

  const float *mid = line + HALF + threadIdx.x;
  float d = weight[0] * mid[0];
  for (int k = 1; k <= HALF; k++)
    d += weight[k] * (mid[k] + mid[-k]);
  result[blockIdx.x * POINTS + threadIdx.x] = d * inv_h2;
}

int main(void) {
  /* eighth order */
  const float w[HALF + 1] = {-205.0f / 72, 8.0f / 5, -1.0f / 5, 8.0f / 315, -1.0f / 560};
  const int inner = CHUNKS * POINTS;
  const int outer = inner + 2 * HALF;
  const float h = 0.05f;

  float *f = (float *)malloc(outer * sizeof(float));
  float *d = (float *)malloc(inner * sizeof(float));
  for (int i = 0; i < outer; i++)
    f[i] = (float)sin((i - HALF) * (double)h);

  float *gpu_f, *gpu_d;
  cudaMalloc((void **)&gpu_f, outer * sizeof(float));
  cudaMalloc((void **)&gpu_d, inner * sizeof(float));
  cudaMemcpy(gpu_f, f, outer * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(weight, w, sizeof(w));

  second_derivative<<<inner / POINTS, POINTS>>>(gpu_f, gpu_d, 1 / (h * h));

  cudaMemcpy(d, gpu_d, inner * sizeof(float), cudaMemcpyDeviceToHost);

  /* sin'' = -sin, up to the rounding of f (times 1/h^2) */
  float worst = 0, against_cpu = 0;
  for (int i = 0; i < inner; i++) {
    float s = w[0] * f[i + HALF];
    for (int k = 1; k <= HALF; k++)
      s += w[k] * (f[i + HALF + k] + f[i + HALF - k]);
    against_cpu = fmaxf(against_cpu, fabsf(s / (h * h) - d[i]));
    worst = fmaxf(worst, fabsf(d[i] + f[i + HALF]));
  }
  printf("error %.2e, difference from the CPU %.2e\n", worst, against_cpu);

  cudaFree(gpu_f);
  cudaFree(gpu_d);
  free(f);
  free(d);
  return against_cpu < 1e-2f && worst < 1e-2f ? 0 : 1;
}
