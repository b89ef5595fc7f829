#include <cuda_runtime.h>
#include <math.h>

#ifndef M_SQRT1_2
#define M_SQRT1_2 0.70710678118654752440
#endif

enum class Kind : unsigned char { Call, Put };

struct Market { float rate; float volatility; };

__device__ inline float cnd(float d) { return 0.5f + 0.5f * erff(d * (float)M_SQRT1_2); }

template <Kind K>
__device__ float price(float S, float X, float T, Market m)
{
    const float sq = m.volatility * sqrtf(T);
    const float d1 = (__logf(S / X) + (m.rate + .5f * m.volatility * m.volatility) * T) / sq;
    const float d2 = d1 - sq;
    const float disc = X * expf(-m.rate * T);
    return K == Kind::Call ? S * cnd(d1) - disc * cnd(d2)
                           : disc * cnd(-d2) - S * cnd(-d1);
}

__global__ void blackScholes(const float* __restrict__ spot, const float* __restrict__ strike,
                             const float* __restrict__ years, const Kind* __restrict__ kinds,
                             float* __restrict__ value, Market market, int n)
{
    const int opt = blockDim.x * blockIdx.x + threadIdx.x;
    if (opt >= n) return;
    switch (kinds[opt]) {
        case Kind::Call: value[opt] = price<Kind::Call>(spot[opt], strike[opt], years[opt], market); break;
        case Kind::Put:  value[opt] = price<Kind::Put>(spot[opt], strike[opt], years[opt], market);  break;
        default:         value[opt] = nanf("");
    }
}

// early exercise by a binomial tree in local memory; steps fixed at compile time
#define STEPS 64
__global__ void americanPut(const double *S0, double strike, double T, double r, double sigma, double *out)
{
    double v[STEPS + 1];
    const double dt = T / STEPS, u = exp(sigma * sqrt(dt)), d = 1. / u;
    const double q = (exp(r * dt) - d) / (u - d), df = exp(-r * dt);
    const double s = S0[threadIdx.x];
    for (int i = 0; i <= STEPS; ++i)
        v[i] = max(strike - s * pow(u, 2. * i - STEPS), 0.);
    for (int k = STEPS - 1; k >= 0; --k)
        for (int i = 0; i <= k; ++i)
            v[i] = max(df * (q * v[i + 1] + (1 - q) * v[i]), strike - s * pow(u, 2.0 * i - k));
    out[threadIdx.x] = v[0];
}

// greeks with the tanh approximation of the normal distribution
__global__ void greeks(const float4 *__restrict__ quote /* S, X, T, sigma */, float2 *delta_vega, float rate, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const auto q = quote[i];
        const float sq = q.w * sqrtf(q.z);
        const float d1 = (__logf(q.x / q.y) + (rate + .5f * powf(q.w, 2)) * q.z) / sq;
        float2 g;
        g.x = .5f * (1.f + tanhf(0.7978846f * (d1 + 0.044715f * d1 * d1 * d1)));
        g.y = fabsf(d1) > 8.f ? 0.f : q.x * sqrtf(q.z) * 0.3989423f * __expf(-.5f * d1 * d1);
        delta_vega[i] = isnan(g.x) ? make_float2(0, 0) : g;
    }
}
