// 稀疏矩阵向量乘法 (SpMV)：CSR 标量、CSR 向量、ELL、COO 四种核函数
// 作业三：比较不同存储格式的性能，并说明原因
//
// 编译: nvcc -O2 -std=c++17 csr_spmv.cu -o spmv -Xcompiler -fopenmp
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <optional>
#include <random>
#include <string>
#include <vector>

// 检查错误的宏；注意 do { } while (0) 不能省略
#define CUDA_CHECK(expr)                                                      \
    do {                                                                      \
        const cudaError_t status_ = (expr);                                   \
        if (status_ != cudaSuccess) {                                         \
            std::cerr << __FILE__ << ':' << __LINE__ << " “" #expr "” "       \
                      << cudaGetErrorName(status_) << std::endl;              \
            std::exit(EXIT_FAILURE);                                          \
        }                                                                     \
    } while (0)

// 压缩稀疏行格式
struct CsrMatrix {
    int rows;
    int cols;
    int nnz;
    const int *row_ptr;
    const int *col_idx;
    const double *values;

    __device__ int begin(int r) const { return row_ptr[r]; }
    __device__ int end(int r) const { return row_ptr[r + 1]; }
};

// ELL 格式：每行固定 width 个元素，列优先存放
struct EllMatrix {
    int rows, width;
    int *cols;
    double *values;
};

// ---------------------------------------------------------------------------
// 一个线程处理一行
__global__ void spmv_csr_scalar(CsrMatrix m, const double *x, double *y)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m.rows) {
        double sum = 0.0;
        for (int i = m.begin(row); i < m.end(row); ++i) sum += m.values[i] * x[m.col_idx[i]];
        y[row] = sum;
    }
}

// 一个 warp（或者其一部分）处理一行，LANES 必须是 2 的幂
template <int LANES>
__global__ void spmv_csr_vector(const CsrMatrix m, const double *__restrict__ x, double *__restrict__ y)
{
    const int tid = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = tid / LANES;
    const int lane = tid & (LANES - 1);

    double sum = 0.0;
    if (row < m.rows)
        for (int i = m.row_ptr[row] + lane; i < m.row_ptr[row + 1]; i += LANES)
            sum += m.values[i] * x[m.col_idx[i]];

    for (int offset = LANES / 2; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset, LANES);

    if (lane == 0 && row < m.rows) y[row] = sum;
}

// ELL：相邻线程访问相邻地址
__global__ void spmv_ell(EllMatrix m, const double *x, double *y)
{
    int row = threadIdx.x + blockIdx.x * blockDim.x;
    if (row >= m.rows) return;
    double sum = 0;
    for (int k = 0; k < m.width; k++) {
        int col = m.cols[k * m.rows + row];
        if (col < 0) break;  // 填充元素，后面没有了
        sum += m.values[k * m.rows + row] * x[col];
    }
    y[row] = sum;
}

// COO：每个非零元素一个线程，使用原子加法（double 需要 sm_60 以上）
__global__ void spmv_coo(int nnz, const int *row, const int *col, const double *val, const double *x, double *y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < nnz; i += gridDim.x * blockDim.x)
        atomicAdd(&y[row[i]], val[i] * x[col[i]]);
}

// CSR 转 ELL，直接在设备上完成
__global__ void csr_to_ell(CsrMatrix in, EllMatrix out)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= in.rows) return;
    int k = 0;
    for (int i = in.begin(row); i < in.end(row); ++i, ++k) {
        out.cols[k * out.rows + row] = in.col_idx[i];
        out.values[k * out.rows + row] = in.values[i];
    }
    for (; k < out.width; ++k) {
        out.cols[k * out.rows + row] = -1;
        out.values[k * out.rows + row] = 0.0;
    }
}

// 展开行号，得到 COO 的行数组
__global__ void expand_rows(const int *row_ptr, int *row, int rows)
{
    const int r = blockIdx.x;
    if (r < rows)
        for (int i = row_ptr[r] + threadIdx.x; i < row_ptr[r + 1]; i += blockDim.x) row[i] = r;
}

// ---------------------------------------------------------------------------
// 主机端

namespace host {

struct Csr {
    int rows = 0, cols = 0;
    std::vector<int> ptr, idx;
    std::vector<double> val;

    [[nodiscard]] int nnz() const { return static_cast<int>(val.size()); }
    [[nodiscard]] int longest() const
    {
        int w = 0;
        for (int r = 0; r < rows; ++r) w = std::max(w, ptr[r + 1] - ptr[r]);
        return w;
    }
};

// 从 Matrix Market 文件读取；格式不对就返回空
std::optional<Csr> read_mtx(const std::string &path)
{
    std::ifstream in{path};
    if (!in) return std::nullopt;
    std::string line;
    while (std::getline(in, line) && !line.empty() && line.front() == '%') {}
    Csr m;
    int nnz = 0;
    if (std::sscanf(line.c_str(), "%d %d %d", &m.rows, &m.cols, &nnz) != 3) return std::nullopt;
    struct T { int r, c; double v; };
    std::vector<T> t(nnz);
    for (auto &[r, c, v] : t) {
        in >> r >> c >> v;
        --r, --c;
    }
    std::sort(t.begin(), t.end(), [](const T &a, const T &b) { return a.r != b.r ? a.r < b.r : a.c < b.c; });
    m.ptr.assign(m.rows + 1, 0);
    for (const auto &e : t) {
        ++m.ptr[e.r + 1];
        m.idx.push_back(e.c);
        m.val.push_back(e.v);
    }
    for (int r = 0; r < m.rows; ++r) m.ptr[r + 1] += m.ptr[r];
    return m;
}

Csr random_matrix(int rows, int cols, double density)
{
    Csr m{rows, cols, {0}, {}, {}};
    std::mt19937_64 rng(20240229);
    std::bernoulli_distribution hit(density);
    std::normal_distribution<> value;
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < cols; ++c)
            if (hit(rng)) {
                m.idx.push_back(c);
                m.val.push_back(value(rng));
            }
        m.ptr.push_back(m.nnz());
    }
    return m;
}

std::vector<double> multiply(const Csr &m, const std::vector<double> &x)
{
    std::vector<double> y(m.rows);
    #pragma omp parallel for
    for (int r = 0; r < m.rows; ++r)
        for (int i = m.ptr[r]; i < m.ptr[r + 1]; ++i) y[r] += m.val[i] * x[m.idx[i]];
    return y;
}

}  // namespace host

template <typename T>
T *upload(const std::vector<T> &v)
{
    T *p = nullptr;
    CUDA_CHECK(cudaMalloc(&p, std::max<size_t>(v.size(), 1) * sizeof(T)));
    CUDA_CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}

template <int LANES>
void run_vector(const CsrMatrix &m, const double *x, double *y)
{
    constexpr int threads = 128;
    const int blocks = (m.rows * LANES + threads - 1) / threads;
    spmv_csr_vector<LANES><<<blocks, threads>>>(m, x, y);
    CUDA_CHECK(cudaGetLastError());
}

bool report(const char *name, const std::vector<double> &ref, const double *dy)
{
    std::vector<double> y(ref.size());
    CUDA_CHECK(cudaMemcpy(y.data(), dy, y.size() * sizeof(double), cudaMemcpyDeviceToHost));
    double worst = 0;
    for (size_t i = 0; i < y.size(); ++i) worst = std::max(worst, std::fabs(y[i] - ref[i]));
    CUDA_CHECK(cudaMemset(const_cast<double *>(dy), 0, y.size() * sizeof(double)));
    std::cout << name << ": 最大误差 = " << worst << (worst < 1e-9 ? " ✓" : " ✗") << '\n';
    return worst < 1e-9;
}

int main(int argc, char **argv)
{
    host::Csr h;
    if (argc > 1) {
        if (auto m = host::read_mtx(argv[1]); m)
            h = std::move(*m);
        else {
            std::cerr << "无法读取文件 '" << argv[1] << "'\n";
            return 1;
        }
    } else {
        h = host::random_matrix(2000, 1500, 0.01);
    }

    std::vector<double> x(h.cols);
    for (int i = 0; i < h.cols; ++i) x[i] = std::cos(0.1 * i);
    const auto ref = host::multiply(h, x);

    CsrMatrix csr{h.rows, h.cols, h.nnz(), upload(h.ptr), upload(h.idx), upload(h.val)};
    double *dx = upload(x);
    double *dy = upload(std::vector<double>(h.rows, 0.0));
    bool ok = true;

    // 1. 标量版本
    const int threads = 256;
    const int blocks = (h.rows + threads - 1) / threads;
    spmv_csr_scalar<<<blocks, threads>>>(csr, dx, dy);
    ok &= report("CSR scalar", ref, dy);

    // 2. 向量版本
    run_vector<4>(csr, dx, dy);
    ok &= report("CSR vector 4", ref, dy);
    run_vector<32>(csr, dx, dy);
    ok &= report("CSR vector 32", ref, dy);

    // 3. ELL
    EllMatrix ell{h.rows, h.longest(), nullptr, nullptr};
    CUDA_CHECK(cudaMalloc(&ell.cols, sizeof(int) * ell.rows * ell.width));
    CUDA_CHECK(cudaMalloc(&ell.values, sizeof(double) * ell.rows * ell.width));
    csr_to_ell<<<blocks, threads>>>(csr, ell);
    spmv_ell<<<blocks, threads>>>(ell, dx, dy);
    ok &= report("ELL", ref, dy);

    // 4. COO
    int *rows = nullptr;
    CUDA_CHECK(cudaMalloc(&rows, sizeof(int) * h.nnz()));
    expand_rows<<<h.rows, 32>>>(csr.row_ptr, rows, h.rows);
    spmv_coo<<<64, 256>>>(csr.nnz, rows, csr.col_idx, csr.values, dx, dy);
    ok &= report("COO", ref, dy);

    cudaFree(const_cast<int *>(csr.row_ptr));
    cudaFree(const_cast<int *>(csr.col_idx));
    cudaFree(const_cast<double *>(csr.values));
    cudaFree(ell.cols);
    cudaFree(ell.values);
    cudaFree(rows);
    cudaFree(dx);
    cudaFree(dy);
    return ok ? 0 : 2;
}
