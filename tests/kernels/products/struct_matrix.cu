// Matrices are structs given by value, with a host launcher that rounds the grid up.
// A B C: A.elements B.elements C.elements
struct Matrix {
    int width;
    int height;
    float* elements;
};

__global__ void mulStructs(const Matrix A, const Matrix B, Matrix C)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= C.height || col >= C.width) return;
    float cell = 0.0f;
    for (int e = 0; e < A.width; ++e)
        cell += A.elements[row * A.width + e] * B.elements[e * B.width + col];
    C.elements[row * C.width + col] = cell;
}

void run(Matrix dA, Matrix dB, Matrix dC)
{
    dim3 dimBlock(4, 4);
    dim3 dimGrid((dC.width + dimBlock.x - 1) / dimBlock.x,
                 (dC.height + dimBlock.y - 1) / dimBlock.y);
    mulStructs<<<dimGrid, dimBlock>>>(dA, dB, dC);
}
