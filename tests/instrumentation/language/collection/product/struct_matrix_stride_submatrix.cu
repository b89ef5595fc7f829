// Row-major matrices with a stride, so that a tile of a matrix is a matrix, too.
typedef struct {
    int width;
    int height;
    int stride;
    float* elements;
} Matrix;

#define BLOCK_SIZE 16

__device__ float ReadAt(const Matrix A, int row, int col)
{
    return A.elements[row * A.stride + col];
}

__device__ void StoreAt(Matrix A, int row, int col, float v)
{
    A.elements[row * A.stride + col] = v;
}

// The tile which lies `tr` tiles down and `tc` tiles to the right
__device__ Matrix TileOf(Matrix A, int tr, int tc)
{
    Matrix t;
    t.width    = BLOCK_SIZE;
    t.height   = BLOCK_SIZE;
    t.stride   = A.stride;
    t.elements = &A.elements[A.stride * BLOCK_SIZE * tr + BLOCK_SIZE * tc];
    return t;
}

__global__ void MatMulKernel(Matrix A, Matrix B, Matrix C)
{
    int tileRow = blockIdx.y, tileCol = blockIdx.x;
    Matrix Cs = TileOf(C, tileRow, tileCol);
    float Cvalue = 0;
    int row = threadIdx.y;
    int col = threadIdx.x;

    for (int m = 0; m < (A.width / BLOCK_SIZE); ++m) {
        Matrix Asub = TileOf(A, tileRow, m);
        Matrix Bsub = TileOf(B, m, tileCol);

        __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
        __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
        As[row][col] = ReadAt(Asub, row, col);
        Bs[row][col] = ReadAt(Bsub, row, col);
        __syncthreads();
        for (int e = 0; e < BLOCK_SIZE; ++e)
            Cvalue += As[row][e] * Bs[e][col];
        __syncthreads();
    }
    StoreAt(Cs, row, col, Cvalue);
}
