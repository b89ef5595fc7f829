// Shared tiles without guards, told only the widths wA and wB, with a host launcher for whole tiles.
// A B C: A B C
#define SIDE 8

__global__ void multiplyTiles(float* C, float* A, float* B, int wA, int wB)
{
    __shared__ float As[SIDE][SIDE];
    __shared__ float Bs[SIDE][SIDE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int first = wA * SIDE * blockIdx.y;
    int last = first + wA;
    int b = SIDE * blockIdx.x;
    float sum = 0;
    for (int a = first; a < last; a += SIDE) {
        As[ty][tx] = A[a + wA * ty + tx];
        Bs[ty][tx] = B[b + wB * ty + tx];
        __syncthreads();  // filled
        for (int k = 0; k < SIDE; ++k)
            sum += As[ty][k] * Bs[k][tx];
        __syncthreads();  // used
        b += SIDE * wB;
    }
    C[wB * (SIDE * blockIdx.y + ty) + SIDE * blockIdx.x + tx] = sum;
}

void launch(float* dC, float* dA, float* dB, int hA, int wA, int wB)
{
    dim3 threads(SIDE, SIDE);
    dim3 blocks(wB / SIDE, hA / SIDE);
    multiplyTiles<<<blocks, threads>>>(dC, dA, dB, wA, wB);
}
