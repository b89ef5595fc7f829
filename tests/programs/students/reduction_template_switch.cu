/* Reduction with the block size known at compile time.
 * A switch picks the instance that fits the size of the input; the second
 * pass goes through the same function with a smaller block.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

#define AT_MOST(v, limit) ((v) > (limit) ? (limit) : (v))

enum { MAX_GRID = 48, MIN_BLOCK = 64, PER_THREAD = 4 };

struct Shape {
    int grid;
    int block;
};

template <int B>
__device__ float tree(float *s, float v)
{
    const int t = threadIdx.x;
    s[t] = v;
    __syncthreads();
#pragma unroll
    for (int half = B / 2; half >= 32; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t < 32) {
        v = s[t];
        for (int lane = 16; lane >= 1; lane /= 2)
            v += __shfl_down_sync(0xffffffffu, v, lane);
    }
    return v;   // good in thread 0
}

template <int B>
__global__ void sumKernel(const float *values, unsigned count, float *sums)
{
    extern __shared__ float scratch[];
    float v = 0.0f;
    for (unsigned k = blockIdx.x * B + threadIdx.x; k < count; k += gridDim.x * B)
        v += values[k];
    v = tree<B>(scratch, v);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = v;
}

static void sum(Shape shape, const float *values, unsigned count, float *sums)
{
    const size_t bytes = shape.block * sizeof(float);
    switch (shape.block) {
    case 64:
        sumKernel<64><<<shape.grid, shape.block, bytes>>>(values, count, sums);
        break;
    case 128:
        sumKernel<128><<<shape.grid, shape.block, bytes>>>(values, count, sums);
        break;
    case 256:
        sumKernel<256><<<shape.grid, shape.block, bytes>>>(values, count, sums);
        break;
    case 512:
        sumKernel<512><<<shape.grid, shape.block, bytes>>>(values, count, sums);
        break;
    default:
        fprintf(stderr, "no instance for a block of %d\n", shape.block);
        abort();
    }
}

static Shape shapeFor(unsigned count, int largest)
{
    Shape s;
    s.block = MIN_BLOCK;
    while (s.block < largest && (unsigned)s.block * PER_THREAD < count)
        s.block *= 2;
    unsigned needed = (count + s.block * PER_THREAD - 1) / (s.block * PER_THREAD);
    s.grid = (int)AT_MOST(needed, (unsigned)MAX_GRID);
    return s;
}

int main(int argc, char **argv)
{
    unsigned count = (argc > 1) ? (unsigned)strtoul(argv[1], NULL, 10) : 100000u;
    int largest = (argc > 2) ? atoi(argv[2]) : 256;
    if (count == 0)
        return 0;

    float *host = (float *)malloc(count * sizeof(float));
    double expected = 0.0;
    for (unsigned k = 0; k < count; k++) {
        host[k] = (float)(k % 16u) / 16.0f;
        expected += host[k];
    }

    Shape first = shapeFor(count, largest);
    Shape second = shapeFor(first.grid, 512);
    second.grid = 1;

    float *values, *partial, *result, total = 0.0f;
    cudaMalloc((void **)&values, count * sizeof(float));
    cudaMalloc((void **)&partial, first.grid * sizeof(float));
    cudaMalloc((void **)&result, sizeof(float));
    cudaMemcpy(values, host, count * sizeof(float), cudaMemcpyHostToDevice);

    sum(first, values, count, partial);
    sum(second, partial, first.grid, result);

    cudaMemcpy(&total, result, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%u values, %d x %d threads: %.3f (expected %.3f)\n", count, first.grid, first.block, total, expected);

    cudaFree(values);
    cudaFree(partial);
    cudaFree(result);
    free(host);
    return fabs(total - expected) <= 1e-4 * expected ? 0 : 1;
}
