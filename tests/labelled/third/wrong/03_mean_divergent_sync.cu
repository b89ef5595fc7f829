#include <cuda_runtime.h>
#include <stdio.h>

#define NT 256

__global__ void blockMean(const float *in, float *centred)
{
    __shared__ float sum[NT];
    int t = threadIdx.x;
    int i = blockIdx.x * NT + t;
    float mine = in[i];

    sum[t] = mine;
    __syncthreads();

    for (int half = NT / 2; half > 0; half >>= 1) {
        if (t < half) {
            sum[t] += sum[t + half];
            __syncthreads();
        }
    }

    __syncthreads();
    centred[i] = mine - sum[0] / NT;
}

int main()
{
    const int n = 6 * NT;
    const size_t bytes = n * sizeof(float);
    float *in, *centred;

    cudaMallocManaged(&in, bytes);
    cudaMallocManaged(&centred, bytes);
    for (int i = 0; i < n; i++)
        in[i] = (float)(i % NT);

    blockMean<<<n / NT, NT>>>(in, centred);
    cudaDeviceSynchronize();

    printf("first %f, last %f\n", centred[0], centred[n - 1]);
    cudaFree(in);
    cudaFree(centred);
    return 0;
}
