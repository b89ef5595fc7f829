// Both operands are transposed: A lies K by M and B lies N by K.
// A B C: A B C
__global__ void matmul_tt(const double* A, const double* B, double* C, int M, int N, int K)
{
    unsigned r = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned c = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= M) return;
    if (c >= N) return;
    double s = 0.0;
    for (int t = 0; t != K; ++t)
        s += A[t * M + r] * B[c * K + t];
    C[r * N + c] = s;
}
