#include <cstdio>
#include <cuda_runtime.h>

#define GRADES 11

__global__ void gradeHistogram(const int *grade, int n, int *hist)
{
    __shared__ int bins[GRADES];

    int idx = threadIdx.x + blockDim.x * blockIdx.x;
    if (idx < n)
        atomicAdd(&bins[grade[idx]], 1);
    __syncthreads();

    if (threadIdx.x < GRADES)
        atomicAdd(&hist[threadIdx.x], bins[threadIdx.x]);
}

int main()
{
    const int n = 1000;
    const int threads = 250;
    int *grade = NULL;
    int *hist = NULL;

    cudaMallocManaged(&grade, n * sizeof(int));
    cudaMallocManaged(&hist, GRADES * sizeof(int));

    for (int i = 0; i < n; i++)
        grade[i] = (i / 3) % GRADES;
    for (int g = 0; g < GRADES; g++)
        hist[g] = 0;

    gradeHistogram<<<n / threads, threads>>>(grade, n, hist);
    cudaDeviceSynchronize();

    int sum = 0;
    for (int g = 0; g < GRADES; g++) {
        printf("grade %2d: %d\n", g, hist[g]);
        sum += hist[g];
    }
    printf("sum %d of %d\n", sum, n);
    cudaFree(grade);
    cudaFree(hist);
    return 0;
}
