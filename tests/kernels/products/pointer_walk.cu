// No index in the loop: two pointers walk along a row of A and down a column of B.
// A B C: A B C
__global__ void walkPointers(const float* A, const float* B, float* C, int M, int N, int K)
{
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (!(y < M && x < N)) return;
    const float* pa = A + y * K;
    const float* end = pa + K;
    const float* pb = B + x;
    float sum = 0.0f;
    while (pa != end) {
        sum += *pa++ * *pb;
        pb += N;
    }
    *(C + y * N + x) = sum;
}
