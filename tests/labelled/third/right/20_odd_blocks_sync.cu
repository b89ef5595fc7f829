#include <cuda_runtime.h>
#include <cstdio>

constexpr int NX = 32, NY = 32, NZ = 8;

__device__ inline int cellIndex(int x, int y, int z)
{
    return (z * NY + y) * NX + x;
}

// Lower half of the volume is mirrored in x inside each 8-wide brick,
// upper half is only scaled.
__global__ void splitWork(const float *in, float *out)
{
    __shared__ float brick[4][8][8];
    const int x = blockIdx.x * 8 + threadIdx.x;
    const int y = blockIdx.y * 8 + threadIdx.y;
    const int z = blockIdx.z * 4 + threadIdx.z;
    const int c = cellIndex(x, y, z);

    if (blockIdx.z == 0) {
        brick[threadIdx.z][threadIdx.y][threadIdx.x] = in[c];
        __syncthreads();
        out[c] = brick[threadIdx.z][threadIdx.y][7 - threadIdx.x];
    } else {
        out[c] = 2.0f * in[c];
    }
}

int main()
{
    constexpr int total = NX * NY * NZ;
    float *in, *out;
    cudaMallocManaged(&in, total * sizeof(float));
    cudaMallocManaged(&out, total * sizeof(float));
    for (int i = 0; i < total; ++i)
        in[i] = float(i);

    const dim3 block(8, 8, 4);
    const dim3 grid(NX / 8, NY / 8, NZ / 4);
    splitWork<<<grid, block>>>(in, out);
    cudaDeviceSynchronize();

    std::printf("%g %g\n", out[0], out[total - 1]);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
