// Sparse matrices times a vector, in the formats of a lecture: rows by offsets, rows padded to one length, triples.

// A thread for each row.
__global__ void by_rows(const int *offset, const int *column, const float *value, const float *x, float *y, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float dot = 0.0f;
    for (int e = offset[row]; e < offset[row + 1]; ++e)
        dot += value[e] * x[column[e]];
    y[row] = dot;
}

// A warp for each row.
__global__ void by_warps(int rows, const int *__restrict__ offset, const int *__restrict__ column,
                         const double *__restrict__ value, const double *__restrict__ x, double *__restrict__ y)
{
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    double dot = 0;
    const int last = offset[row + 1];
    for (int e = offset[row] + lane; e < last; e += 32)
        dot += value[e] * x[column[e]];
    for (int far = 16; far > 0; far /= 2)
        dot += __shfl_down_sync(0xffffffff, dot, far);
    if (lane == 0)
        y[row] = dot;
}

// Every row has as many entries as the longest one, column by column.
__global__ void padded(int rows, int longest, const int *column, const float *value, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        float dot = 0;
        for (int n = 0; n < longest; n++) {
            float v = value[n * rows + row];
            if (v != 0)
                dot += v * x[column[n * rows + row]];
        }
        y[row] = dot;
    }
}

__global__ void triples(int count, const int *row, const int *column, const float *value, const float *x, float *y)
{
    for (int n = blockIdx.x * blockDim.x + threadIdx.x; n < count; n += gridDim.x * blockDim.x)
        atomicAdd(&y[row[n]], value[n] * x[column[n]]);
}

// The matrix written out in full.
__global__ void to_dense(const unsigned *begin, const unsigned *column, const double *value, double *dense, int m, int n)
{
    for (int r = blockIdx.x; r < m; r += gridDim.x)
        for (unsigned k = begin[r] + threadIdx.x; k < begin[r + 1]; k += blockDim.x)
            dense[r * n + column[k]] = value[k];
}
