#include <cuda_runtime.h>
#include <iostream>
#include <vector>

template <typename T, int TILE = 16>
__global__ void transposeK(const T* src, T* dst, int rows, int cols)
{
    __shared__ T tile[TILE][TILE + 1];
    const int c = blockIdx.x * TILE + threadIdx.x;
    const int r = blockIdx.y * TILE + threadIdx.y;
    if (r < rows && c < cols)
        tile[threadIdx.y][threadIdx.x] = src[r * cols + c];

    const int c2 = blockIdx.y * TILE + threadIdx.x;
    const int r2 = blockIdx.x * TILE + threadIdx.y;
    if (r2 < cols && c2 < rows)
        dst[r2 * rows + c2] = tile[threadIdx.x][threadIdx.y];
}

class Transposer {
public:
    Transposer(int rows, int cols) : rows_(rows), cols_(cols)
    {
        cudaMalloc(&src_, bytes());
        cudaMalloc(&dst_, bytes());
    }
    ~Transposer()
    {
        cudaFree(src_);
        cudaFree(dst_);
    }
    std::vector<int> run(const std::vector<int>& in)
    {
        std::vector<int> out(in.size());
        cudaMemcpy(src_, in.data(), bytes(), cudaMemcpyHostToDevice);
        dim3 block(16, 16);
        dim3 grid((cols_ + 15) / 16, (rows_ + 15) / 16);
        transposeK<int><<<grid, block>>>(src_, dst_, rows_, cols_);
        cudaMemcpy(out.data(), dst_, bytes(), cudaMemcpyDeviceToHost);
        return out;
    }
private:
    size_t bytes() const { return sizeof(int) * rows_ * cols_; }
    int rows_, cols_;
    int *src_ = nullptr, *dst_ = nullptr;
};

int main()
{
    const int rows = 45, cols = 77;
    std::vector<int> m(rows * cols);
    for (int i = 0; i < rows * cols; ++i) m[i] = i;
    Transposer t(rows, cols);
    std::vector<int> r = t.run(m);
    std::cout << r[1] << " should be " << cols << "\n";
}
