// kinaara khojak (edge detector) - Sobel
// chitra 8-bit ka hai, ek pixel = ek unsigned char
#include <cuda_runtime.h>
#include <math.h>

typedef unsigned char uchar_t;

// seema ke bahar jaane se bachao
__device__ int seema(int maan, int neeche, int upar)
{
    return (maan < neeche) ? neeche : ((maan > upar) ? upar : maan);
}

__device__ int pixel_padho(const uchar_t *chitra, int x, int y, int chaudai, int unchai)
{
    x = seema(x, 0, chaudai - 1);
    y = seema(y, 0, unchai - 1);
    return chitra[y * chaudai + x];
}

__global__ void kinaara(const uchar_t *chitra, uchar_t *parinaam,
                        int chaudai, int unchai, uchar_t dehleez = 0)
{
    int x = blockDim.x * blockIdx.x + threadIdx.x;
    int y = blockDim.y * blockIdx.y + threadIdx.y;
    if (x >= chaudai || y >= unchai) return;

    int paas[3][3];                 // 3x3 pados
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            paas[i][j] = pixel_padho(chitra, x + j - 1, y + i - 1, chaudai, unchai);

    int gx = -paas[0][0] + paas[0][2] - 2 * paas[1][0] + 2 * paas[1][2] - paas[2][0] + paas[2][2];
    int gy = paas[0][0] + 2 * paas[0][1] + paas[0][2] - paas[2][0] - 2 * paas[2][1] - paas[2][2];

    // परिमाण = sqrt(gx^2 + gy^2), phir 0..255 mein kaato
    int parimaan = (int)(sqrtf((float)(gx * gx + gy * gy)) + 0.5f);
    uchar_t uttar = (uchar_t)seema(parimaan, 0, 0xFF);
    parinaam[y * chaudai + x] = uttar >= dehleez ? uttar : '\0';
}

// disha (orientation): 8 khaane, har block ka apna ganak
__global__ void disha_ganana(const short2 *gradient, int *khaane, int sankhya)
{
    __shared__ int sthaniya[8];
#if defined(DISHA_SHIFT)
    const float shift = DISHA_SHIFT;
#elif defined(M_PI) && !defined(DISHA_SHUNYA)
    const float shift = (float)M_PI;
#else
    const float shift = 3.14159265f;
#endif
    if (threadIdx.x == 0) memset(sthaniya, 0, sizeof(sthaniya));
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < sankhya && (gradient[i].x || gradient[i].y)) {
        float kon = atan2f(gradient[i].y, gradient[i].x) + shift;
        int k = (int)(kon * (4.f / 3.14159265f));
        k &= 7;
        atomicAdd(&sthaniya[k], abs(gradient[i].x) + abs(gradient[i].y));
    }
    __syncthreads();
    if (threadIdx.x < 8) atomicAdd(&khaane[threadIdx.x], sthaniya[threadIdx.x]);
}
