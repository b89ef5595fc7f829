// One thread per element of a square product, every side the one width N.
// A B C: left right out
__global__ void squareProduct(const float* left, const float* right, float* out, int N)
{
    const int i = threadIdx.y + blockDim.y * blockIdx.y;
    const int j = threadIdx.x + blockDim.x * blockIdx.x;
    if (i >= N || j >= N)
        return;
    float acc = 0.f;
    for (int p = 0; p < N; p++) {
        acc = fmaf(left[i * N + p], right[p * N + j], acc);
    }
    out[i * N + j] = acc;
}
