#include <stdio.h>
#include <vector>
#include <cuda_runtime.h>

__global__ void weightedMean(const float *value, const float *weight, float *mean)
{
    extern __shared__ float pool[];
    float *num = pool;
    float *den = pool + blockDim.x;
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    num[t] = value[i] * weight[i];
    den[t] = weight[i];
    __syncthreads();

    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s) {
            num[t] += num[t + s];
            den[t] += den[t + s];
        }
        __syncthreads();
    }

    if (t == 0)
        mean[blockIdx.x] = num[0] / den[0];
}

int main()
{
    const int threads = 128;
    const int groups = 12;
    const int n = threads * groups;
    std::vector<float> v(n, 3.0f), w(n, 0.5f), m(groups);
    float *dv, *dw, *dm;

    cudaMalloc(&dv, n * sizeof(float));
    cudaMalloc(&dw, n * sizeof(float));
    cudaMalloc(&dm, groups * sizeof(float));
    cudaMemcpy(dv, v.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dw, w.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    weightedMean<<<groups, threads, threads * sizeof(float)>>>(dv, dw, dm);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));

    cudaMemcpy(m.data(), dm, groups * sizeof(float), cudaMemcpyDeviceToHost);
    printf("mean[0] = %f\n", m[0]);
    cudaFree(dv);
    cudaFree(dw);
    cudaFree(dm);
    return 0;
}
