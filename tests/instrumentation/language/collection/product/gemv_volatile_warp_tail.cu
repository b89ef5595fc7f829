// Block per row, tree reduction; the last steps run in one warp without
// barriers (the old trick with volatile, which is no longer safe on new GPUs).
#define THREADS 128

__device__ void warpReduce(volatile float *sdata, int tid)
{
    sdata[tid] += sdata[tid + 32];
    sdata[tid] += sdata[tid + 16];
    sdata[tid] += sdata[tid +  8];
    sdata[tid] += sdata[tid +  4];
    sdata[tid] += sdata[tid +  2];
    sdata[tid] += sdata[tid +  1];
}

__global__ void matVec(float *A, float *x, float *y, int nCols)
{
    __shared__ float sdata[THREADS];
    int tid = threadIdx.x;
    int row = blockIdx.x;

    sdata[tid] = 0;
    for (int j = tid; j < nCols; j += THREADS)
        sdata[tid] += A[row * nCols + j] * x[j];
    __syncthreads();

#if THREADS >= 512
    if (tid < 256) sdata[tid] += sdata[tid + 256];
    __syncthreads();
#endif
#if THREADS >= 256
    if (tid < 128) sdata[tid] += sdata[tid + 128];
    __syncthreads();
#elif THREADS < 64
#error "at least two warps, please"
#endif
    if (tid < 64) sdata[tid] += sdata[tid + 64];
    __syncthreads();
    if (tid < 32) warpReduce(sdata, tid);
    if (tid == 0) y[row] = sdata[0];
}
