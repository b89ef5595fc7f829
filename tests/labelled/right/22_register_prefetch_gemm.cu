#include <stdio.h>
#include <cuda_runtime.h>
#define W 32
#define NN 160

__global__ void gemm_prefetch(const float *A, const float *B, float *C)
{
    __shared__ float sA[W][W], sB[W][W];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const float *pA = A + (blockIdx.y * W + ty) * NN + tx;
    const float *pB = B + ty * NN + blockIdx.x * W + tx;
    float nextA = *pA, nextB = *pB;
    float r = 0.0f;

    for (int t = 0; t < NN / W; t++) {
        sA[ty][tx] = nextA;
        sB[ty][tx] = nextB;
        __syncthreads();
        const int ahead = (t + 1) % (NN / W);
        nextA = pA[ahead * W];
        nextB = pB[ahead * W * NN];
        #pragma unroll 8
        for (int i = 0; i < W; i++)
            r = fmaf(sA[ty][i], sB[i][tx], r);
        __syncthreads();
    }
    C[(blockIdx.y * W + ty) * NN + blockIdx.x * W + tx] = r;
}

int main()
{
    float *A, *B, *C;
    size_t sz = NN * NN * sizeof(float);
    cudaMallocManaged(&A, sz); cudaMallocManaged(&B, sz); cudaMallocManaged(&C, sz);
    for (int i = 0; i < NN * NN; i++) { A[i] = i % 2 ? 1.f : -1.f; B[i] = (float)(i % 10); }

    cudaEvent_t start, stop;
    float ms;
    cudaEventCreate(&start); cudaEventCreate(&stop);
    cudaEventRecord(start);
    gemm_prefetch<<<dim3(NN / W, NN / W), dim3(W, W)>>>(A, B, C);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&ms, start, stop);
    printf("%.3f ms, %.2f GFLOP/s, C[0]=%f\n", ms, 2.0 * NN * NN * NN / ms * 1e-6, C[0]);
    return 0;
}
