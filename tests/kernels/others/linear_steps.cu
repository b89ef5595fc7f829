// Steps of algorithms that a host repeats, k by k.
__global__ void divide_column(double *a, int n, int k)
{
    int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i * n + k] /= a[k * n + k];
}
__global__ void subtract_rest(double *a, int n, int k)
{
    int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x, i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n) a[i * n + j] -= a[i * n + k] * a[k * n + j];
}
__global__ void forward_solve(const float *l, float *b, int n)
{
    for (int k = 0; k < n; ++k) {
        if (threadIdx.x == 0) b[k] /= l[k * n + k];
        __syncthreads();
        for (int i = k + 1 + threadIdx.x; i < n; i += blockDim.x) b[i] -= l[i * n + k] * b[k];
        __syncthreads();
    }
}
// The longest common part of two words, a diagonal of the table at a time.
__global__ void diagonal(const char *a, const char *b, int *table, int of_a, int of_b, int d)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1, j = d - i, w = of_b + 1;
    if (i > of_a || j < 1 || j > of_b) return;
    table[i * w + j] = a[i - 1] == b[j - 1] ? table[(i - 1) * w + j - 1] + 1
                                            : max(table[(i - 1) * w + j], table[i * w + j - 1]);
}
__global__ void knapsack(const int *before, int *now, const int *weight, const int *worth, int item, int most)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c > most) return;
    int best = before[c], w = weight[item];
    if (w <= c) best = max(best, before[c - w] + worth[item]);
    now[c] = best;
}
