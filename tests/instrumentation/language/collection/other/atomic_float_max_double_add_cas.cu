#include <cuda_runtime.h>
#include <math.h>

/* there is no atomicMax for float, so we spin on the bits */
__device__ static float atomicMaxFloat(float* addr, float val)
{
    int* as_int = (int*)addr;
    int old = *as_int, assumed;
    do {
        assumed = old;
        if (__int_as_float(assumed) >= val) break;
        old = atomicCAS(as_int, assumed, __float_as_int(val));
    } while (assumed != old);
    return __int_as_float(old);
}

/* for cards older than sm_60 */
__device__ double addDouble(double* where, double what)
{
    unsigned long long int* p = reinterpret_cast<unsigned long long int*>(where);
    unsigned long long int seen = *p, expect;
    do {
        expect = seen;
        seen = atomicCAS(p, expect, __double_as_longlong(what + __longlong_as_double(expect)));
    } while (expect != seen);
    return __longlong_as_double(seen);
}

__global__ void norms(const double* x, int n, float* norm_inf, double* norm_one, double* norm_two_squared)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    const double a = fabs(x[i]);
    atomicMaxFloat(norm_inf, (float)a);
    addDouble(norm_one, a);
    addDouble(&norm_two_squared[0], a * a);
}
