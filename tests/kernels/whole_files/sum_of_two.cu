// Arrays with a product's names, and no product.
#define N 2048
__global__ void sum_of_two(double *a, double *b, double *c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) c[i] = a[i] + b[i];
}
int main()
{
    double *a, *b, *c;
    cudaMalloc(&a, N * sizeof(double));
    cudaMalloc(&b, N * sizeof(double));
    cudaMalloc(&c, N * sizeof(double));
    sum_of_two<<<N / 256, 256>>>(a, b, c);
    return cudaDeviceSynchronize();
}
