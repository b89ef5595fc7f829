#include <cuda_runtime.h>
#include <iostream>
#include <stdexcept>
#include <string>

inline void gpuAssert(cudaError_t e, const char* what) {
    if (e != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}
#define GPU(x) gpuAssert((x), #x)

template <typename T>
class DeviceMatrix {
public:
    DeviceMatrix(int r, int c) : rows(r), cols(c) { GPU(cudaMalloc(&ptr, sizeof(T) * r * c)); }
    ~DeviceMatrix() { cudaFree(ptr); }
    void upload(const T* src) { GPU(cudaMemcpy(ptr, src, sizeof(T) * rows * cols, cudaMemcpyHostToDevice)); }
    void download(T* dst) const { GPU(cudaMemcpy(dst, ptr, sizeof(T) * rows * cols, cudaMemcpyDeviceToHost)); }
    int rows, cols;
    T* ptr = nullptr;
};

template <typename T, int TILE>
__global__ void mm(const T* A, const T* B, T* C, int M, int N, int K)
{
    __shared__ T sA[TILE][TILE + 1];
    __shared__ T sB[TILE][TILE + 1];
    int r = blockIdx.y * TILE + threadIdx.y;
    int c = blockIdx.x * TILE + threadIdx.x;
    T acc = T(0);
    for (int t = 0; t < (K + TILE - 1) / TILE; ++t) {
        int ka = t * TILE + threadIdx.x;
        int kb = t * TILE + threadIdx.y;
        sA[threadIdx.y][threadIdx.x] = (r < M && ka < K) ? A[r * K + ka] : T(0);
        sB[threadIdx.y][threadIdx.x] = (kb < K && c < N) ? B[kb * N + c] : T(0);
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < TILE; ++k) acc += sA[threadIdx.y][k] * sB[k][threadIdx.x];
        __syncthreads();
    }
    if (r < M && c < N) C[r * N + c] = acc;
}

template <typename T, int TILE>
void launch(const DeviceMatrix<T>& a, const DeviceMatrix<T>& b, DeviceMatrix<T>& c) {
    dim3 block(TILE, TILE);
    dim3 grid((c.cols + TILE - 1) / TILE, (c.rows + TILE - 1) / TILE);
    mm<T, TILE><<<grid, block>>>(a.ptr, b.ptr, c.ptr, c.rows, c.cols, a.cols);
    GPU(cudaGetLastError());
}

int main() {
    const int M = 30, K = 50, N = 20;
    double* a = new double[M * K];
    double* b = new double[K * N];
    double* c = new double[M * N];
    for (int i = 0; i < M * K; ++i) a[i] = i % 10;
    for (int i = 0; i < K * N; ++i) b[i] = i % 4;
    DeviceMatrix<double> A(M, K), B(K, N), C(M, N);
    A.upload(a);
    B.upload(b);
    launch<double, 8>(A, B, C);
    C.download(c);
    std::cout << c[0] << ' ' << c[M * N - 1] << std::endl;
    delete[] a; delete[] b; delete[] c;
}
