// Each thread keeps a 2 by 2 patch of the result in four registers, guarded at the edges.
// A B C: A B C
__global__ void patch2x2(const float* A, const float* B, float* C, int M, int N, int K)
{
    int r0 = 2 * (blockIdx.y * blockDim.y + threadIdx.y);
    int c0 = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (r0 >= M || c0 >= N) return;
    bool down = r0 + 1 < M;
    bool across = c0 + 1 < N;
    float s00 = 0, s01 = 0, s10 = 0, s11 = 0;
    for (int k = 0; k < K; ++k) {
        float a0 = A[r0 * K + k];
        float a1 = down ? A[(r0 + 1) * K + k] : 0.0f;
        float b0 = B[k * N + c0];
        float b1 = across ? B[k * N + c0 + 1] : 0.0f;
        s00 += a0 * b0;
        s01 += a0 * b1;
        s10 += a1 * b0;
        s11 += a1 * b1;
    }
    C[r0 * N + c0] = s00;
    if (across) C[r0 * N + c0 + 1] = s01;
    if (down) C[(r0 + 1) * N + c0] = s10;
    if (down && across) C[(r0 + 1) * N + c0 + 1] = s11;
}
