#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
// Histograma de una imagen en grises (práctica 3)
const int NIVELES = 256;
const int HILOS = 256;

__global__ void histograma(const unsigned char *img, unsigned int *h, int n) {
  __shared__ unsigned int parcial[NIVELES];
  parcial[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&parcial[img[i]], 1u);
  __syncthreads();
  atomicAdd(&h[threadIdx.x], parcial[threadIdx.x]);
}

int main(int argc, char **argv) {
  int ancho = argc > 1 ? atoi(argv[1]) : 640;
  int alto = argc > 2 ? atoi(argv[2]) : 480;
  int n = ancho * alto;
  unsigned char *img;
  unsigned int *h;
  cudaMallocManaged(&img, n);
  cudaMallocManaged(&h, NIVELES * sizeof(unsigned int));
  for (int i = 0; i < n; i++) img[i] = rand() % NIVELES;
  for (int i = 0; i < NIVELES; i++) h[i] = 0;
  histograma<<<32, HILOS>>>(img, h, n);
  cudaDeviceSyncronize(); //~ 29:3 'cudaDeviceSyncronize' is not known: did you mean 'cudaDeviceSynchronize'?
  printf("pixeles negros: %u\n", h[0]);
  cudaFree(img);
  cudaFree(h);
  return 0;
}
