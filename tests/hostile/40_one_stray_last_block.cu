// Forward difference of 2^24 doubles. Off by one: only the very last thread of the last block (65535) reads one past the end, line 7. Kind: out of bounds.
const int N = 1 << 24;

__global__ void diff(const double *a, double *d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) d[i] = a[i + 1] - a[i];
}

int main(void)
{
    double *a, *d;
    cudaMalloc((void **)&a, N * sizeof(double));
    cudaMalloc((void **)&d, N * sizeof(double));
    cudaMemset(a, 0, N * sizeof(double));
    diff<<<(N + 255) / 256, 256>>>(a, d, N);
    cudaDeviceSynchronize();
    return 0;
}
