// Unsigned numbers and 1-D blocks: the row and the column come from a division.
// A B C: A B C
__global__ void product1d(const unsigned* A, const unsigned* B, unsigned* C,
                          unsigned M, unsigned N, unsigned K)
{
    unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id < M * N) {
        unsigned row = id / N;
        unsigned col = id % N;
        unsigned sum = 0u;
        for (unsigned k = 0u; k < K; ++k)
            sum += A[row * K + k] * B[k * N + col];
        C[id] = sum;
    }
}
