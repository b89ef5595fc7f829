// Product with two shared buffers: while one tile is multiplied, the next is
// fetched.  Template over element type and tile edge.
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>

template <typename T, int TS>
__global__ void gemm_db(const T *a, const T *b, T *c, int n)
{
    __shared__ T sa[2][TS][TS + 1];
    __shared__ T sb[2][TS][TS + 1];

    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int row = blockIdx.y * TS + y;
    const int col = blockIdx.x * TS + x;
    const int tiles = n / TS;

    int cur = 0;
    sa[cur][y][x] = a[row * n + x];
    sb[cur][y][x] = b[y * n + col];
    __syncthreads();

    T acc = T(0);
    for (int t = 0; t < tiles; ++t) {
        const int nxt = cur ^ 1;
        if (t + 1 < tiles) {
            sa[nxt][y][x] = a[row * n + (t + 1) * TS + x];
            sb[nxt][y][x] = b[((t + 1) * TS + y) * n + col];
        }
#pragma unroll
        for (int k = 0; k < TS; ++k)
            acc += sa[cur][y][k] * sb[cur][k][x];
        __syncthreads();
        cur = nxt;
    }
    c[row * n + col] = acc;
}

template <typename T, int TS>
bool run_one(int n, T eps)
{
    assert(n % TS == 0);
    const size_t bytes = sizeof(T) * n * n;
    T *ha = (T *)malloc(bytes), *hb = (T *)malloc(bytes), *hc = (T *)malloc(bytes);
    for (int i = 0; i < n * n; ++i) {
        ha[i] = T((i * 7) % 10) / T(10);
        hb[i] = T((i * 3) % 8) / T(8);
    }
    T *da, *db, *dc;
    cudaMalloc(&da, bytes);
    cudaMalloc(&db, bytes);
    cudaMalloc(&dc, bytes);
    cudaMemcpy(da, ha, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(db, hb, bytes, cudaMemcpyHostToDevice);

    dim3 grid(n / TS, n / TS);
    gemm_db<T, TS><<<grid, dim3(TS, TS)>>>(da, db, dc, n);
    cudaMemcpy(hc, dc, bytes, cudaMemcpyDeviceToHost);

    bool ok = true;
    for (int i = 0; i < n && ok; ++i)
        for (int j = 0; j < n; ++j) {
            T s = 0;
            for (int k = 0; k < n; ++k)
                s += ha[i * n + k] * hb[k * n + j];
            if (std::fabs(s - hc[i * n + j]) > eps) {
                ok = false;
                break;
            }
        }
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    free(ha);
    free(hb);
    free(hc);
    return ok;
}

int main()
{
    bool f = run_one<float, 16>(128, 1e-2f);
    bool d = run_one<double, 8>(72, 1e-9);
    printf("float: %s  double: %s\n", f ? "ok" : "FAIL", d ? "ok" : "FAIL");
    return f && d ? 0 : 1;
}
