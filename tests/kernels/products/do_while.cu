// A student's first: do and while, all in doubles, far too many variables.
// A B C: mat1 mat2 answer
__global__ void MatMulKernel(double *mat1, double *mat2, double *answer, int n1, int m1, int m2)
{
    int myRow = blockIdx.y * blockDim.y + threadIdx.y;
    int myCol = blockIdx.x * blockDim.x + threadIdx.x;
    if (myRow >= n1)
        return;
    if (myCol >= m2)
        return;
    double temp = 0;
    int index = 0;
    do {
        double first = mat1[myRow * m1 + index];
        double second = mat2[index * m2 + myCol];
        temp = temp + first * second;
        index = index + 1;
    } while (index < m1);
    answer[myRow * m2 + myCol] = temp;
}
