// Loops whose end hangs on a float: one sticks at 16777216.0f for ever, one waits on a NaN, one (the harmonic sum) does end after 2,097,152 steps.
#include <math.h>

__global__ void count_up(float *r) {
    float f = 0.0f;
    for (f = 0.0f; f < 20000000.0f; f += 1.0f)     // 16777216 + 1 == 16777216
        ;
    r[threadIdx.x] = f;
}

__global__ void newton(float *r, float a) {
    float x = 0.0f, err = 1.0f;
    while (!(err < 1e-6f)) {                        // 0/0 gives NaN, never below
        float y = 0.5f * (x + (a - a) / x);
        err = fabsf(y - x);
        x = y;
    }
    r[threadIdx.x] = x;
}

__global__ void harmonic(float *r) {
    float s = 0.0f, old = -1.0f;
    int k = 0;
    while (s != old) {
        old = s;
        k++;
        s += 1.0f / k;
    }
    r[threadIdx.x] = s;
}

int main() {
    float *r;
    cudaMalloc(&r, 256 * sizeof(float));
    count_up<<<1, 256>>>(r);
    newton<<<1, 256>>>(r, 2.0f);
    harmonic<<<1, 256>>>(r);
    cudaDeviceSynchronize();
    return 0;
}
