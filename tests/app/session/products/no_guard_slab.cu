// No guards at all: B's tile alone is shared, the sides are whole tiles, and the host knows it.
#define DIM 4

__global__ void sharedB(const int* A, const int* B, int* C, int N, int K)
{
    __shared__ int slab[DIM][DIM];
    const int row = blockIdx.y * DIM + threadIdx.y;
    const int col = blockIdx.x * DIM + threadIdx.x;
    int sum = 0;
    for (int k0 = 0; k0 < K; k0 += DIM) {
        slab[threadIdx.y][threadIdx.x] = B[(k0 + threadIdx.y) * N + col];
        __syncthreads();  // filled
        for (int k = 0; k < DIM; ++k)
            sum += A[row * K + k0 + k] * slab[k][threadIdx.x];
        __syncthreads();  // used
    }
    C[row * N + col] = sum;
}

int main()
{
    int M = 12, N = 8, K = 16;
    int *A, *B, *C;
    cudaMalloc(&A, M * K * sizeof(int));
    cudaMalloc(&B, K * N * sizeof(int));
    cudaMalloc(&C, M * N * sizeof(int));
    sharedB<<<dim3(N / DIM, M / DIM), dim3(DIM, DIM)>>>(A, B, C, N, K);
}
