#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

struct Entry {
    int row, col;
    double val;
};

__global__ void spmvCoo(const Entry *nz, int nnz, const double *x, double *y)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= nnz) return;
    Entry e = nz[k];
    y[e.row] += e.val * x[e.col];
}

int main()
{
    const int n = 600;
    const int perRow = 5;
    const int nnz = n * perRow;
    std::vector<Entry> nz;
    for (int r = 0; r < n; ++r)
        for (int k = 0; k < perRow; ++k)
            nz.push_back(Entry{ r, (r + k * 17) % n, 1.0 + k });
    std::vector<double> x(n, 1.0), y(n);

    Entry *d_nz;
    double *d_x, *d_y;
    cudaMalloc(&d_nz, nnz * sizeof(Entry));
    cudaMalloc(&d_x, n * sizeof(double));
    cudaMalloc(&d_y, n * sizeof(double));
    cudaMemcpy(d_nz, nz.data(), nnz * sizeof(Entry), cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemset(d_y, 0, n * sizeof(double));
    spmvCoo<<<(nnz + 255) / 256, 256>>>(d_nz, nnz, d_x, d_y);
    cudaMemcpy(y.data(), d_y, n * sizeof(double), cudaMemcpyDeviceToHost);
    printf("y[0] = %f\n", y[0]);
    cudaFree(d_nz); cudaFree(d_x); cudaFree(d_y);
    return 0;
}
