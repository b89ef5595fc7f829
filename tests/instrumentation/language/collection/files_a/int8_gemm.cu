/* Quantized matrix product.
 *
 * A (M x K) and B (K x N) hold 8 bit integers, products are summed in 32 bits,
 * and the result goes back to 8 bits with a scale per output channel:
 *
 *      real(a) = sa * (qa - za)        za: zero point of the activations
 *      real(w) = sw[n] * qw            weights are symmetric
 *
 * Sorry for the long main().
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <limits.h>
#include <math.h>
#include <string.h>
#include <cuda_runtime.h>

typedef signed char i8;
typedef unsigned char u8;
typedef int i32;

#define M_DIM 256
#define N_DIM 512
#define K_DIM 384
#define TX 16
#define TY 16

#define CLAMP(x, lo, hi) ((x) < (lo) ? (lo) : (x) > (hi) ? (hi) : (x))

#define TRY(expr)                                                               \
    if ((status = (expr)) != cudaSuccess) {                                     \
        fprintf(stderr, "line %d: " #expr ": %s\n", __LINE__,                   \
                cudaGetErrorString(status));                                    \
        goto cleanup;                                                           \
    }

__constant__ float c_scale[N_DIM];
__constant__ i32 c_zero_point = 3;
__device__ unsigned int d_saturated = 0;

/* |x| max over the array, positive floats order like ints */
__global__ void abs_max(const float *x, int n, int *result)
{
    __shared__ int smax;
    if (threadIdx.x == 0)
        smax = 0;
    __syncthreads();

    int local = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int bits = __float_as_int(fabsf(x[i]));
        local = max(local, bits);
    }
    atomicMax(&smax, local);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax(result, smax);
}

__global__ void quantize(const float *x, i8 *q, int n, const int *abs_max_bits, float *scale_out)
{
    float scale = __int_as_float(*abs_max_bits) / 127.0f;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        *scale_out = scale;
    if (i < n) {
        int v = (int)rintf(x[i] / scale);
        q[i] = (i8)CLAMP(v, -127, 127);
    }
}

__device__ i8 requantize(i32 acc, float scale)
{
    int v = __float2int_rn((float)acc * scale);
    if (v > 127 || v < -128)
        atomicAdd(&d_saturated, 1u);
    return (i8)CLAMP(v, -128, 127);
}

/* plain version, a byte at a time */
__global__ void gemm_s8_naive(const i8 *A, const i8 *B, i8 *C, int M, int N, int K)
{
    int n = blockIdx.x * TX + threadIdx.x;
    int m = blockIdx.y * TY + threadIdx.y;
    if (m < M && n < N) {
        i32 acc = 0;
        for (int k = 0; k < K; k++)
            acc += ((i32)A[m * K + k] - c_zero_point) * (i32)B[k * N + n];
        C[m * N + n] = requantize(acc, c_scale[n]);
    }
}

__device__ __forceinline__ i32 dot4(char4 a, char4 b, i32 c)
{
    c += a.x * b.x;
    c += a.y * b.y;
    c += a.z * b.z;
    c += a.w * b.w;
    return c;
}

/* B is stored transposed here, so that both operands are read four bytes at a time */
__global__ void gemm_s8_vec4(const i8 *A, const i8 *Bt, i32 *C, int M, int N, int K)
{
    __shared__ char4 ta[TY][TX];
    __shared__ char4 tb[TX][TX + 1];

    const int n0 = blockIdx.x * TX;
    const int m = blockIdx.y * TY + threadIdx.y;
    const char4 *A4 = (const char4 *)A;
    const char4 *B4 = reinterpret_cast<const char4 *>(Bt);
    const int K4 = K / 4;

    i32 acc = 0;
    for (int k0 = 0; k0 < K4; k0 += TX) {
        char4 zero = make_char4(0, 0, 0, 0);
        ta[threadIdx.y][threadIdx.x] = m < M && k0 + threadIdx.x < K4
                                           ? A4[m * K4 + k0 + threadIdx.x] : zero;
        tb[threadIdx.y][threadIdx.x] = n0 + threadIdx.y < N && k0 + threadIdx.x < K4
                                           ? B4[(n0 + threadIdx.y) * K4 + k0 + threadIdx.x] : zero;
        __syncthreads();
        for (int k = 0; k < TX; k++)
            acc = dot4(ta[threadIdx.y][k], tb[threadIdx.x][k], acc);
        __syncthreads();
    }
    if (m < M && n0 + threadIdx.x < N)
        C[m * N + n0 + threadIdx.x] = acc;
}

/* four results packed in one 32 bit word */
__global__ void requantize_pack(const i32 *acc, unsigned int *packed, int words, float scale, u8 zero_out)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= words)
        return;
    int4 v = ((const int4 *)acc)[i];
    unsigned int word = 0;
    int lanes[4] = {v.x, v.y, v.z, v.w};
    for (int b = 0; b < 4; b++) {
        int q = __float2int_rn(lanes[b] * scale) + zero_out;
        word |= (unsigned int)(u8)CLAMP(q, 0, 255) << (8 * b);
    }
    packed[i] = word;
}

/* column sums of the weights: correction term for the zero point */
__global__ void column_sums(const i8 *B, short *hi, u8 *lo, int K, int N)
{
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n >= N)
        return;
    int sum = 0;
    for (int k = 0; k < K; k++)
        sum += B[k * N + n];
    hi[n] = (short)(sum >> 8);
    lo[n] = (u8)(sum & 0xFF);
}

static double wall(cudaEvent_t a, cudaEvent_t b)
{
    float ms = 0;
    cudaEventElapsedTime(&ms, a, b);
    return ms;
}

static void fill_i8(i8 *p, int n, unsigned seed)
{
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        p[i] = (i8)((seed >> 24) & 0x3F) - 32;
    }
}

int main(void)
{
    cudaError_t status = cudaSuccess;
    int rc = EXIT_FAILURE;
    i8 *hA = NULL, *hB = NULL, *hBt = NULL, *hC = NULL;
    i8 *dA = NULL, *dB = NULL, *dBt = NULL, *dC = NULL;
    i32 *hAcc = NULL, *dAcc = NULL;
    unsigned int *dPacked = NULL;
    float *dX = NULL, *dScale = NULL, *hX = NULL, *hScale = NULL;
    int *dMax = NULL;
    short *dHi = NULL;
    u8 *dLo = NULL;
    cudaEvent_t e0 = NULL, e1 = NULL;
    unsigned int saturated = 0;
    int bad = 0, m, n, k;
    dim3 block(TX, TY, 1);
    dim3 grid((N_DIM + TX - 1) / TX, (M_DIM + TY - 1) / TY, 1);

    hA = (i8 *)malloc(M_DIM * K_DIM);
    hB = (i8 *)malloc(K_DIM * N_DIM);
    hBt = (i8 *)malloc(K_DIM * N_DIM);
    hC = (i8 *)malloc(M_DIM * N_DIM);
    hAcc = (i32 *)malloc(sizeof(i32) * M_DIM * N_DIM);
    hX = (float *)malloc(sizeof(float) * M_DIM * K_DIM);
    hScale = (float *)malloc(sizeof(float) * N_DIM);
    if (!hA || !hB || !hBt || !hC || !hAcc || !hX || !hScale) {
        fputs("out of memory\n", stderr);
        goto cleanup;
    }
    fill_i8(hA, M_DIM * K_DIM, 1);
    fill_i8(hB, K_DIM * N_DIM, 2);
    for (k = 0; k < K_DIM; k++)
        for (n = 0; n < N_DIM; n++)
            hBt[n * K_DIM + k] = hB[k * N_DIM + n];
    for (n = 0; n < N_DIM; n++)
        hScale[n] = 1.0f / (256.0f + n);
    for (m = 0; m < M_DIM * K_DIM; m++)
        hX[m] = sinf(m * 0.01f) * 3.0f;

    TRY(cudaMalloc((void **)&dA, M_DIM * K_DIM));
    TRY(cudaMalloc((void **)&dB, K_DIM * N_DIM));
    TRY(cudaMalloc((void **)&dBt, K_DIM * N_DIM));
    TRY(cudaMalloc((void **)&dC, M_DIM * N_DIM));
    TRY(cudaMalloc((void **)&dAcc, sizeof(i32) * M_DIM * N_DIM));
    TRY(cudaMalloc((void **)&dPacked, M_DIM * N_DIM));
    TRY(cudaMalloc((void **)&dX, sizeof(float) * M_DIM * K_DIM));
    TRY(cudaMalloc((void **)&dScale, sizeof(float)));
    TRY(cudaMalloc((void **)&dMax, sizeof(int)));
    TRY(cudaMalloc((void **)&dHi, sizeof(short) * N_DIM));
    TRY(cudaMalloc((void **)&dLo, N_DIM));
    TRY(cudaEventCreate(&e0));
    TRY(cudaEventCreate(&e1));

    TRY(cudaMemcpyToSymbol(c_scale, hScale, sizeof(float) * N_DIM));
    TRY(cudaMemcpy(dB, hB, K_DIM * N_DIM, cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(dBt, hBt, K_DIM * N_DIM, cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(dX, hX, sizeof(float) * M_DIM * K_DIM, cudaMemcpyHostToDevice));
    TRY(cudaMemset(dMax, 0, sizeof(int)));

    /* activations: float -> int8 on the device */
    abs_max<<<32, 256>>>(dX, M_DIM * K_DIM, dMax);
    quantize<<<(M_DIM * K_DIM + 255) / 256, 256>>>(dX, dA, M_DIM * K_DIM, dMax, dScale);
    TRY(cudaGetLastError());
    TRY(cudaMemcpy(hA, dA, M_DIM * K_DIM, cudaMemcpyDeviceToHost));

    cudaEventRecord(e0, 0);
    gemm_s8_naive<<<grid, block>>>(dA, dB, dC, M_DIM, N_DIM, K_DIM);
    cudaEventRecord(e1, 0);
    TRY(cudaEventSynchronize(e1));
    printf("naive  %8.3f ms\n", wall(e0, e1));

    cudaEventRecord(e0, 0);
    gemm_s8_vec4<<<grid, block>>>(dA, dBt, dAcc, M_DIM, N_DIM, K_DIM);
    cudaEventRecord(e1, 0);
    TRY(cudaEventSynchronize(e1));
    printf("vec4   %8.3f ms\n", wall(e0, e1));

    column_sums<<<N_DIM / 128, 128>>>(dB, dHi, dLo, K_DIM, N_DIM);
    requantize_pack<<<M_DIM * N_DIM / 4 / 64, 64>>>(dAcc, dPacked, M_DIM * N_DIM / 4, 0.002f, 128);
    TRY(cudaDeviceSynchronize());

    TRY(cudaMemcpy(hC, dC, M_DIM * N_DIM, cudaMemcpyDeviceToHost));
    TRY(cudaMemcpy(hAcc, dAcc, sizeof(i32) * M_DIM * N_DIM, cudaMemcpyDeviceToHost));
    TRY(cudaMemcpyFromSymbol(&saturated, d_saturated, sizeof(saturated)));

    for (m = 0; m < M_DIM; m++)
        for (n = 0; n < N_DIM; n++) {
            i32 acc = 0, accz = 0;
            for (k = 0; k < K_DIM; k++) {
                acc += hA[m * K_DIM + k] * hB[k * N_DIM + n];
                accz += (hA[m * K_DIM + k] - 3) * hB[k * N_DIM + n];
            }
            int q = (int)lrintf(accz * hScale[n]);
            if (acc != hAcc[m * N_DIM + n] || abs(CLAMP(q, -128, 127) - hC[m * N_DIM + n]) > 1)
                bad++;
        }
    printf("%d wrong, %u saturated\n", bad, saturated);
    rc = bad ? EXIT_FAILURE : EXIT_SUCCESS;

cleanup:
    free(hA); free(hB); free(hBt); free(hC); free(hAcc); free(hX); free(hScale);
    cudaFree(dA); cudaFree(dB); cudaFree(dBt); cudaFree(dC); cudaFree(dAcc);
    cudaFree(dPacked); cudaFree(dX); cudaFree(dScale); cudaFree(dMax);
    cudaFree(dHi); cudaFree(dLo);
    if (e0) cudaEventDestroy(e0);
    if (e1) cudaEventDestroy(e1);
    return rc;
}
