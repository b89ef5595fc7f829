// Four columns a thread, B and C seen as float4 through casts; the host passes an N that is a multiple of 4.
// A B C: A B C
__global__ void vectorColumns(const float* A, const float* B, float* C, int M, int N, int K)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col4 = blockIdx.x * blockDim.x + threadIdx.x;
    int width4 = N / 4;
    if (row < M && col4 < width4) {
        const float4* B4 = reinterpret_cast<const float4*>(B);
        float4 sum = make_float4(0.f, 0.f, 0.f, 0.f);
        for (int k = 0; k < K; ++k) {
            float a = A[row * K + k];
            float4 b = B4[k * width4 + col4];
            sum.x += a * b.x;
            sum.y += a * b.y;
            sum.z += a * b.z;
            sum.w += a * b.w;
        }
        reinterpret_cast<float4*>(C)[row * width4 + col4] = sum;
    }
}

int main()
{
    int M = 8, N = 16, K = 6;
    float *a, *b, *c;
    cudaMalloc(&a, sizeof(float) * M * K);
    cudaMalloc(&b, sizeof(float) * K * N);
    cudaMalloc(&c, sizeof(float) * M * N);
    vectorColumns<<<dim3(1, 2), dim3(4, 4)>>>(a, b, c, M, N, K);
}
