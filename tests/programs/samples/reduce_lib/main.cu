#include "reduce.cuh"
#include <cmath>
#include <cstdio>
#include <cstdlib>

template <typename T, typename F>
static T *filled(size_t n, F f, T **host)
{
    T *h = (T *)malloc(n * sizeof(T)), *d = nullptr;
    for (size_t i = 0; i < n; ++i) h[i] = f(i);
    cudaMalloc(&d, n * sizeof(T));
    cudaMemcpy(d, h, n * sizeof(T), cudaMemcpyHostToDevice);
    *host = h;
    return d;
}

int main()
{
    int bad = 0;
    {
        const size_t n = 100001;
        double *h, *d = filled<double>(n, [](size_t i) { return 1.0 / (1 + i); }, &h);
        double want = 0;
        for (size_t i = 0; i < n; ++i) want += h[i];
        double got = reduce::run<reduce::Sum>(d, n);
        printf("sum  %.12f %.12f\n", got, want);
        bad += std::fabs(got - want) > 1e-9;
        cudaFree(d);
        free(h);
    }
    {
        const size_t n = 90;
        int *h, *d = filled<int>(n, [](size_t i) { return int((i * 37 + 11) % 101) - 50; }, &h);
        int want = 1 << 30;
        for (size_t i = 0; i < n; ++i) want = h[i] < want ? h[i] : want;
        int got = reduce::run<reduce::Min>(d, n);
        printf("min  %d %d\n", got, want);
        bad += got != want;
        cudaFree(d);
        free(h);
    }
    {
        const size_t n = size_t(3) << 13;
        unsigned *h, *d = filled<unsigned>(n, [](size_t i) { return (unsigned)i * 2654435761u; }, &h);
        unsigned want = 0;
        for (size_t i = 0; i < n; ++i) want ^= h[i];
        unsigned got = reduce::run<reduce::BitXor>(d, n);
        printf("xor  %08x %08x\n", got, want);
        bad += got != want;
        cudaFree(d);
        free(h);
    }
    puts(bad ? "FAILED" : "PASSED");
    return bad;
}
