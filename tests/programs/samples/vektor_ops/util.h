#pragma once
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CUDA_PRUEFEN(x)                                                          \
    do {                                                                         \
        cudaError_t f_ = (x);                                                    \
        if (f_ != cudaSuccess) {                                                 \
            std::fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(f_)); \
            std::exit(1);                                                        \
        }                                                                        \
    } while (0)

inline int bloecke(int n, int faeden) { return (n + faeden - 1) / faeden; }
