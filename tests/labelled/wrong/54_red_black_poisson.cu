#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define NX 64
#define NY 64
#define PITCH (NX + 2)

// Gauss-Seidel with two colours, in place
__global__ void relax(float *phi, const float *rho, int colour)
{
    int i = 1 + threadIdx.x + blockIdx.x * blockDim.x;
    int j = 1 + threadIdx.y + blockIdx.y * blockDim.y;
    if (i > NX || j > NY) return;
    if ((j & 1) == colour) {
        int c = j * PITCH + i;
        phi[c] = 0.25f * (phi[c - 1] + phi[c + 1] + phi[c - PITCH] + phi[c + PITCH] + rho[c]);
    }
}

int main()
{
    const int cells = PITCH * (NY + 2);
    float *h = (float *)calloc(cells, sizeof(float));
    float *phi, *rho;
    cudaMalloc(&phi, cells * sizeof(float));
    cudaMalloc(&rho, cells * sizeof(float));
    cudaMemcpy(phi, h, cells * sizeof(float), cudaMemcpyHostToDevice);
    h[20 * PITCH + 20] = 1.0f;
    h[40 * PITCH + 50] = -1.0f;
    cudaMemcpy(rho, h, cells * sizeof(float), cudaMemcpyHostToDevice);
    dim3 block(16, 16), grid(NX / 16, NY / 16);
    for (int s = 0; s < 10; s++) {
        relax<<<grid, block>>>(phi, rho, 0);
        relax<<<grid, block>>>(phi, rho, 1);
    }
    cudaMemcpy(h, phi, cells * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f %f\n", h[20 * PITCH + 20], h[40 * PITCH + 50]);
    free(h);
    return 0;
}
