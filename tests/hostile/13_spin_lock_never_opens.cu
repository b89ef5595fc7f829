// A spin lock that is never given back: the early return at line 13 leaves it shut, so all other threads wait at line 9 for ever.
__device__ int theLock = 0;
__device__ int counter = 0;

__global__ void criticalSection(const int *values, int n)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;

    while (atomicCAS(&theLock, 0, 1) != 0) { /* spin */ }

    counter = counter + 1;
    if (id < n && values[id] >= 0 || counter > 0)
        return;                 // forgot to unlock

    __threadfence();
    atomicExch(&theLock, 0);
}

int main()
{
    int *values;
    cudaMalloc(&values, 1024 * sizeof(int));
    cudaMemset(values, 0, 1024 * sizeof(int));
    criticalSection<<<8, 128>>>(values, 1024);
    cudaDeviceSynchronize();
    return 0;
}
