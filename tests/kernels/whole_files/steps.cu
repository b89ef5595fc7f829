// As many steps as there are tiles.
#define N 16
#define BS 4
#define IDX(r, c, ld) ((r) * (ld) + (c))

__global__ void multiply(float *a, float *b, float *c, int m, int n, int p)
{
    __shared__ float sa[BS][BS], sb[BS][BS];
    int r = blockIdx.y * BS + threadIdx.y, cc = blockIdx.x * BS + threadIdx.x;
    float t = 0;
    for (int s = 0; s < n / BS; s++) {
        sa[threadIdx.y][threadIdx.x] = a[IDX(r, s * BS + threadIdx.x, n)];
        sb[threadIdx.y][threadIdx.x] = b[IDX(s * BS + threadIdx.y, cc, p)];
        __syncthreads();
        for (int k = 0; k < BS; k++) t += sa[threadIdx.y][k] * sb[k][threadIdx.x];
        __syncthreads();
    }
    c[IDX(r, cc, p)] = t;
}

int main()
{
    float *a, *b, *c;
    cudaMalloc(&a, N * N * sizeof(float));
    cudaMalloc(&b, N * N * sizeof(float));
    cudaMalloc(&c, N * N * sizeof(float));
    dim3 grid(N / BS, N / BS), block(BS, BS);
    multiply<<<grid, block>>>(a, b, c, N, N, N);
    return cudaDeviceSynchronize();
}
