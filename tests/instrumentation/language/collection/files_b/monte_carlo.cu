/*
 *  monte_carlo.cu
 *
 *  1) pi by throwing darts, with our own random number generators
 *  2) Black-Scholes, closed formula
 *  3) a European and an Asian option by simulation
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cmath>
#include <string>
#include <cuda_runtime.h>

#define THREADS 256
#define BLOCKS 80
#define TOTAL (THREADS * BLOCKS)
#define WARPS_PER_BLOCK (THREADS / 32)

typedef unsigned int u32;
typedef unsigned long long u64;

#define SAFE_CALL(call) do { cudaError_t rc = call; if (rc) { \
    printf("%s(%d): %s\n", __FILE__, __LINE__, cudaGetErrorString(rc)); exit(-1); } } while(0)

/* ---------------------------------------------------------------- generators */
struct XorShift32 {
    u32 state;

    __host__ __device__ explicit XorShift32(u32 seed) : state(seed ? seed : 1u) {}

    __host__ __device__ u32 next() {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        return state;
    }
    __host__ __device__ float uniform() { return (next() >> 8) * (1.0f / 16777216.0f); }
};

class Lcg64 {
    u64 s;
public:
    __host__ __device__ Lcg64(u64 seed, u64 sequence = 0) : s(seed * 2862933555777941757ull + sequence) { (*this)(); }
    __host__ __device__ u32 operator()() {
        s = s * 6364136223846793005ull + 1442695040888963407ull;
        return (u32)(s >> 32);
    }
    __host__ __device__ float uniform() { return ((*this)() + 0.5f) * 2.3283064e-10f; }
};

/* two normal numbers from two uniform ones */
template <class Gen>
__host__ __device__ inline float2 box_muller(Gen &gen) {
    float u1 = gen.uniform(), u2 = gen.uniform();
    float r = sqrtf(-2.0f * logf(u1 + 1e-12f));
    float phi = 6.2831853f * u2;
    float2 z;
    z.x = r * cosf(phi);
    z.y = r * sinf(phi);
    return z;
}

/* ---------------------------------------------------------------- pi */
__device__ u64 total_hits;

__device__ u32 block_sum(u32 v) {
    __shared__ u32 partial[WARPS_PER_BLOCK];
    for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < WARPS_PER_BLOCK ? partial[threadIdx.x] : 0;
    if (threadIdx.x < 32)
        for (int d = WARPS_PER_BLOCK / 2; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

template <class Gen>
__global__ void pi_kernel(u32 seed, int tries) {
    Gen gen(seed + 7919u * (blockIdx.x * blockDim.x + threadIdx.x));
    u32 hits = 0;
    for (int t = 0; t < tries; t++) {
        float x = gen.uniform();
        float y = gen.uniform();
        if (x * x + y * y <= 1.0f) hits++;
    }
    hits = block_sum(hits);
    if (threadIdx.x == 0) atomicAdd(&total_hits, (u64)hits);
}

/* the state of a generator is kept between launches */
__global__ void seed_kernel(XorShift32 *states, u32 seed) {
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    states[id] = XorShift32(seed ^ (id * 2654435761u));
}

__global__ void pi_states(XorShift32 *states, u32 *hits, int tries) {
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    XorShift32 gen = states[id];
    u32 h = 0;
    while (tries--) {
        float x = gen.uniform() - 0.5f, y = gen.uniform() - 0.5f;
        h += x * x + y * y < 0.25f;
    }
    states[id] = gen;
    hits[id] += h;
}

/* ---------------------------------------------------------------- Black-Scholes */
__host__ __device__ inline float normal_cdf(float d) {
    return 0.5f * erfcf(-d * 0.70710678f);
}

/* polynomial version, five coefficients */
__constant__ float cnd_a[5] = { 0.31938153f, -0.356563782f, 1.781477937f, -1.821255978f, 1.330274429f };

__device__ float cnd_poly(float d) {
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float poly = 0;
    for (int i = 4; i >= 0; i--) poly = k * (cnd_a[i] + poly);
    float c = 0.39894228f * __expf(-0.5f * d * d) * poly;
    return d > 0 ? 1.0f - c : c;
}

struct Market {
    float rate;
    float volatility;
};

__global__ void black_scholes(float *call, float *put, const float *price, const float *strike, const float *years,
                              Market m, int n, bool fast) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= n) return;
    float S = price[i], X = strike[i], T = years[i];
    float root = sqrtf(T);
    float d1 = (logf(S / X) + (m.rate + 0.5f * m.volatility * m.volatility) * T) / (m.volatility * root);
    float d2 = d1 - m.volatility * root;
    float n1 = fast ? cnd_poly(d1) : normal_cdf(d1);
    float n2 = fast ? cnd_poly(d2) : normal_cdf(d2);
    float disc = X * expf(-m.rate * T);
    call[i] = S * n1 - disc * n2;
    put[i] = disc * (1.0f - n2) - S * (1.0f - n1);
}

/* ---------------------------------------------------------------- paths */
enum Option { EUROPEAN, ASIAN, LOOKBACK };

template <Option kind>
__global__ void simulate(double *sum, double *squares, float S0, float K, float T, Market m, int steps, u64 seed) {
    __shared__ double s_sum, s_sq;
    if (threadIdx.x == 0) { s_sum = 0; s_sq = 0; }
    __syncthreads();

    Lcg64 gen(seed, blockIdx.x * blockDim.x + threadIdx.x);
    const float dt = T / steps;
    const float drift = (m.rate - 0.5f * m.volatility * m.volatility) * dt;
    const float vol = m.volatility * sqrtf(dt);
    float S = S0, mean = 0, top = S0;
    for (int i = 0; i < steps; i += 2) {
        float2 z = box_muller(gen);
        S *= expf(drift + vol * z.x);
        mean += S;
        top = fmaxf(top, S);
        S *= expf(drift + vol * z.y);
        mean += S;
        top = fmaxf(top, S);
    }
    float end;
    switch (kind) {
        case ASIAN:    end = mean / steps; break;
        case LOOKBACK: end = top;          break;
        default:       end = S;
    }
    double payoff = fmax(end - K, 0.0f) * exp(-m.rate * T);
    atomicAdd(&s_sum, payoff);
    atomicAdd(&s_sq, payoff * payoff);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(sum, s_sum);
        atomicAdd(squares, s_sq);
    }
}

/* ---------------------------------------------------------------- host only */
template <int N>
struct Factorial { enum { value = N * Factorial<N - 1>::value }; };
template <>
struct Factorial<0> { enum { value = 1 }; };

/* e by the series, just to have something to compare the generators with */
static double series_e() {
    return 1.0 / Factorial<0>::value + 1.0 / Factorial<1>::value + 1.0 / Factorial<2>::value +
           1.0 / Factorial<3>::value + 1.0 / Factorial<4>::value + 1.0 / Factorial<5>::value;
}

static void report_pi(const char *name, u64 hits, double tries) {
    double pi = 4.0 * hits / tries;
    printf("%-12s pi = %.7f  error %+.2e\n", name, pi, pi - 3.14159265358979);
}

template <Option kind>
static void price(const char *title, Market m, double *d_acc) {
    double h[2];
    const int steps = 64;
    SAFE_CALL(cudaMemset(d_acc, 0, 2 * sizeof(double)));
    simulate<kind><<<BLOCKS, THREADS>>>(d_acc, d_acc + 1, 100.0f, 105.0f, 1.0f, m, steps, 12345ull);
    SAFE_CALL(cudaMemcpy(h, d_acc, sizeof(h), cudaMemcpyDeviceToHost));
    double mean = h[0] / TOTAL;
    double var = h[1] / TOTAL - mean * mean;
    printf("%-12s %.4f +- %.4f\n", title, mean, 1.96 * sqrt(var / TOTAL));
}

int main(int argc, char **argv) {
    int tries = 4096;
    const u64 zero = 0;
    u64 hits;

    if (argc == 2) tries = atoi(argv[1]);

    SAFE_CALL(cudaMemcpyToSymbol(total_hits, &zero, sizeof zero));
    pi_kernel<XorShift32><<<BLOCKS, THREADS>>>(2023u, tries);
    SAFE_CALL(cudaMemcpyFromSymbol(&hits, total_hits, sizeof hits));
    report_pi("xorshift", hits, (double)tries * TOTAL);

    SAFE_CALL(cudaMemcpyToSymbol(total_hits, &zero, sizeof zero));
    pi_kernel<Lcg64><<<BLOCKS, THREADS>>>(2023u, tries);
    SAFE_CALL(cudaMemcpyFromSymbol(&hits, total_hits, sizeof hits));
    report_pi("lcg", hits, (double)tries * TOTAL);

    XorShift32 *states;
    u32 *d_hits, *h_hits = (u32 *)malloc(TOTAL * sizeof(u32));
    SAFE_CALL(cudaMalloc((void **)&states, TOTAL * sizeof(XorShift32)));
    SAFE_CALL(cudaMalloc((void **)&d_hits, TOTAL * sizeof(u32)));
    SAFE_CALL(cudaMemset(d_hits, 0, TOTAL * sizeof(u32)));
    seed_kernel<<<BLOCKS, THREADS>>>(states, 99u);
    for (int round = 0; round < 3; round++)
        pi_states<<<BLOCKS, THREADS>>>(states, d_hits, tries);
    SAFE_CALL(cudaMemcpy(h_hits, d_hits, TOTAL * sizeof(u32), cudaMemcpyDeviceToHost));
    hits = 0;
    for (int i = 0; i < TOTAL; i++) hits += h_hits[i];
    report_pi("states", hits, 3.0 * tries * TOTAL);

    /* options: price, strike and time in one allocation, results behind them */
    const int n = 1 << 16;
    float *h = (float *)malloc(5 * n * sizeof(float)), *d;
    for (int i = 0; i < n; i++) {
        h[i] = 5.0f + 25.0f * rand() / RAND_MAX;
        h[n + i] = 1.0f + 99.0f * rand() / RAND_MAX;
        h[2 * n + i] = 0.25f + 9.75f * rand() / RAND_MAX;
    }
    Market market = { 0.02f, 0.30f };
    SAFE_CALL(cudaMalloc((void **)&d, 5 * n * sizeof(float)));
    SAFE_CALL(cudaMemcpy(d, h, 3 * n * sizeof(float), cudaMemcpyHostToDevice));
    for (int fast = 0; fast < 2; fast++) {
        black_scholes<<<n / 128, 128>>>(d + 3 * n, d + 4 * n, d, d + n, d + 2 * n, market, n, fast != 0);
        SAFE_CALL(cudaMemcpy(h + 3 * n, d + 3 * n, 2 * n * sizeof(float), cudaMemcpyDeviceToHost));
        double worst = 0;
        for (int i = 0; i < n; i++) {        /* put-call parity */
            double parity = h[3 * n + i] - h[4 * n + i] - h[i] + h[n + i] * exp(-market.rate * h[2 * n + i]);
            if (fabs(parity) > worst) worst = fabs(parity);
        }
        printf("black-scholes (%s): parity %.2e\n", fast ? "fast" : "exact", worst);
    }

    double *acc;
    SAFE_CALL(cudaMalloc((void **)&acc, 2 * sizeof(double)));
    price<EUROPEAN>("european", market, acc);
    price<ASIAN>("asian", market, acc);
    price<LOOKBACK>("lookback", market, acc);
    printf("and e is nearly %f\n", series_e());

    free(h);
    free(h_hits);
    cudaFree(d);
    cudaFree(acc);
    cudaFree(states);
    cudaFree(d_hits);
    return 0;
}
