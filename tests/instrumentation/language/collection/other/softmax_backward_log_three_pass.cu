/* log-softmax with block reduction, and its gradient. uses double inside if asked */
#include <cuda_runtime.h>
#include <float.h>

#ifdef PRECISE
typedef double acc_t;
#define EXP exp
#define LOG log
#else
typedef float acc_t;
#define EXP expf
#define LOG logf
#endif

#define THREADS 256
#define MAX_OP(a,b) ((a) > (b) ? (a) : (b))
#define SUM_OP(a,b) ((a) + (b))

#define DEFINE_BLOCK_REDUCE(name, OP)                                    \
__device__ acc_t block_##name(acc_t v)                                   \
{                                                                        \
    __shared__ acc_t s_##name[THREADS];                                  \
    s_##name[threadIdx.x] = v;                                           \
    for (int k = THREADS / 2; k > 0; k /= 2) {                           \
        __syncthreads();                                                 \
        if (threadIdx.x < k)                                             \
            s_##name[threadIdx.x] = OP(s_##name[threadIdx.x],            \
                                       s_##name[threadIdx.x + k]);       \
    }                                                                    \
    __syncthreads();                                                     \
    return s_##name[0];                                                  \
}
DEFINE_BLOCK_REDUCE(max, MAX_OP)
DEFINE_BLOCK_REDUCE(sum, SUM_OP)

__global__ void log_softmax_forward(float *out, const float *in, int dim)
{
    const float *x = in + blockIdx.x * dim;
    acc_t m = -FLT_MAX;
    for (int i = threadIdx.x; i < dim; i += THREADS) m = MAX_OP(m, (acc_t)x[i]);
    m = block_max(m);
    acc_t s = 0;
    for (int i = threadIdx.x; i < dim; i += THREADS) s += EXP(x[i] - m);
    s = block_sum(s);
    const acc_t lse = m + LOG(s);
    for (int i = threadIdx.x; i < dim; i += THREADS) out[blockIdx.x * dim + i] = (float)(x[i] - lse);
}

__global__ void log_softmax_backward(float *grad_in, const float *grad_out, const float *out, int dim)
{
    acc_t s = 0;
    const int base = blockIdx.x * dim;
    for (int i = threadIdx.x; i < dim; i += THREADS) s += grad_out[base + i];
    s = block_sum(s);
    for (int i = threadIdx.x; i < dim; i += THREADS)
        grad_in[base + i] = grad_out[base + i] - EXP((acc_t)out[base + i]) * s;
}
