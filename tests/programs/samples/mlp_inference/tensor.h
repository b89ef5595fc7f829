#ifndef TENSOR_H
#define TENSOR_H

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define GPU(call)                                                             \
    do {                                                                      \
        cudaError_t s = call;                                                 \
        if (s != cudaSuccess) {                                               \
            printf("gpu: %s (%s:%d)\n", cudaGetErrorString(s), __FILE__, __LINE__); \
            exit(1);                                                          \
        }                                                                     \
    } while (0)

struct Tensor {
    int rows, cols;
    float *dev;

    size_t count() const { return (size_t)rows * cols; }
    size_t bytes() const { return count() * sizeof(float); }

    static Tensor make(int r, int c)
    {
        Tensor t = {r, c, 0};
        GPU(cudaMalloc((void **)&t.dev, t.bytes()));
        return t;
    }
    void put(const float *h) { GPU(cudaMemcpy(dev, h, bytes(), cudaMemcpyHostToDevice)); }
    void get(float *h) const { GPU(cudaMemcpy(h, dev, bytes(), cudaMemcpyDeviceToHost)); }
    void drop() { cudaFree(dev); dev = 0; }
};

enum Activation { ACT_NONE, ACT_RELU, ACT_TANH };

#endif
