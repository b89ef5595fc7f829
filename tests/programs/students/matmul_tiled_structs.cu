// Shared memory matrix product on matrix structs with stride, C = A * B.
// Matrix sizes are multiples of BLOCK_SIZE here.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

constexpr int BLOCK_SIZE = 16;

struct Mat {
    int rows;
    int cols;
    int ld;          // leading dimension, in elements
    float *data;

    __host__ __device__ float &at(int r, int c) { return data[r * ld + c]; }
    __host__ __device__ float at(int r, int c) const { return data[r * ld + c]; }
    __host__ __device__ size_t bytes() const { return size_t(rows) * ld * sizeof(float); }
};

// view of the BLOCK_SIZE x BLOCK_SIZE block (br, bc)
__device__ Mat block_of(const Mat &m, int br, int bc)
{
    Mat s;
    s.rows = BLOCK_SIZE;
    s.cols = BLOCK_SIZE;
    s.ld = m.ld;
    s.data = m.data + br * BLOCK_SIZE * m.ld + bc * BLOCK_SIZE;
    return s;
}

__global__ void multiply(Mat A, Mat B, Mat C)
{
    __shared__ float left[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float right[BLOCK_SIZE][BLOCK_SIZE];
    const int r = threadIdx.y, c = threadIdx.x;
    const int steps = A.cols / BLOCK_SIZE;

    float dot = 0.f;
    int step = 0;
    while (step < steps) {
        left[r][c] = block_of(A, blockIdx.y, step).at(r, c);
        right[r][c] = block_of(B, step, blockIdx.x).at(r, c);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < BLOCK_SIZE; ++i)
            dot = fmaf(left[r][i], right[i][c], dot);
        __syncthreads();
        ++step;
    }
    block_of(C, blockIdx.y, blockIdx.x).at(r, c) = dot;
}

static Mat host_matrix(int rows, int cols)
{
    Mat m{rows, cols, cols, nullptr};
    m.data = static_cast<float *>(malloc(m.bytes()));
    return m;
}

static Mat to_device(const Mat &h, bool copy)
{
    Mat d = h;
    cudaMalloc(&d.data, d.bytes());
    if (copy)
        cudaMemcpy(d.data, h.data, h.bytes(), cudaMemcpyHostToDevice);
    return d;
}

int main()
{
    Mat a = host_matrix(6 * BLOCK_SIZE, 4 * BLOCK_SIZE);
    Mat b = host_matrix(a.cols, 8 * BLOCK_SIZE);
    Mat c = host_matrix(a.rows, b.cols);

    for (int i = 0; i < a.rows * a.cols; ++i) a.data[i] = float(i % 7) - 3.f;
    for (int i = 0; i < b.rows * b.cols; ++i) b.data[i] = float(i % 5) * 0.5f;

    Mat da = to_device(a, true);
    Mat db = to_device(b, true);
    Mat dc = to_device(c, false);

    dim3 block(BLOCK_SIZE, BLOCK_SIZE);
    dim3 grid(b.cols / block.x, a.rows / block.y);
    multiply<<<grid, block>>>(da, db, dc);
    cudaMemcpy(c.data, dc.data, c.bytes(), cudaMemcpyDeviceToHost);

    int bad = 0;
    for (int i = 0; i < c.rows; ++i)
        for (int j = 0; j < c.cols; ++j) {
            float ref = 0.f;
            for (int k = 0; k < a.cols; ++k)
                ref += a.at(i, k) * b.at(k, j);
            if (fabsf(ref - c.at(i, j)) > 1e-3f)
                ++bad;
        }
    printf("%dx%d * %dx%d: %s\n", a.rows, a.cols, b.rows, b.cols, bad ? "FAILED" : "ok");

    cudaFree(da.data);
    cudaFree(db.data);
    cudaFree(dc.data);
    free(a.data);
    free(b.data);
    free(c.data);
    return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
