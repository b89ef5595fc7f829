#include <cstdio>
#include <cuda_runtime.h>

#define SIDE 64

__host__ __device__ unsigned spread(unsigned v)
{
    v &= 0xffff;
    v = (v | (v << 8)) & 0x00ff00ff;
    v = (v | (v << 4)) & 0x0f0f0f0f;
    v = (v | (v << 2)) & 0x33333333;
    v = (v | (v << 1)) & 0x55555555;
    return v;
}

__host__ __device__ unsigned morton(unsigned x, unsigned y) { return spread(x) | (spread(y) << 1); }

__global__ void toMorton(const unsigned short* linear, unsigned short* z)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    z[morton(x, y)] = linear[y * SIDE + x];
}

__global__ void blurQuad(const unsigned short* z, unsigned short* quarter)
{
    // four consecutive Morton codes are one 2x2 quad
    unsigned q = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned s = 0;
    for (int k = 0; k < 4; ++k) s += z[4 * q + k];
    quarter[q] = (unsigned short)(s / 4);
}

int main()
{
    static unsigned short h[SIDE * SIDE], q[SIDE * SIDE / 4];
    for (int i = 0; i < SIDE * SIDE; ++i) h[i] = (unsigned short)i;
    unsigned short *lin, *z, *quarter;
    cudaMalloc(&lin, sizeof h);
    cudaMalloc(&z, sizeof h);
    cudaMalloc(&quarter, sizeof q);
    cudaMemcpy(lin, h, sizeof h, cudaMemcpyHostToDevice);
    toMorton<<<dim3(SIDE / 16, SIDE / 16), dim3(16, 16)>>>(lin, z);
    blurQuad<<<SIDE * SIDE / 4 / 128, 128>>>(z, quarter);
    cudaMemcpy(q, quarter, sizeof q, cudaMemcpyDeviceToHost);
    printf("%u %u\n", q[0], q[SIDE * SIDE / 4 - 1]);
    return 0;
}
