// scores = scale * query * keys^T
//   query  : [n_query, dim]   row-major
//   keys   : [n_keys,  dim]   row-major (so it is the transposed factor)
//   scores : [n_query, n_keys]
// block = (32, 8), grid = (ceil(n_keys/32), ceil(n_query/32)); 4 scores per thread.
constexpr int TS = 32;
constexpr int STEP = 8;

__global__ void attention_scores(const float* __restrict__ query,
                                 const float* __restrict__ keys,
                                 float* __restrict__ scores,
                                 int n_query, int n_keys, int dim, float scale)
{
    __shared__ float qs[TS][TS + 1];
    __shared__ float ks[TS][TS + 1];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int q0 = blockIdx.y * TS;
    const int j0 = blockIdx.x * TS;
    float acc[TS / STEP] = {0.f, 0.f, 0.f, 0.f};

    for (int d0 = 0; d0 < dim; d0 += TS) {
        const int d = d0 + tx;
        for (int r = ty; r < TS; r += STEP) {
            qs[r][tx] = (q0 + r < n_query && d < dim) ? query[(q0 + r) * dim + d] : 0.f;
            ks[r][tx] = (j0 + r < n_keys && d < dim) ? keys[(j0 + r) * dim + d] : 0.f;
        }
        __syncthreads();
        for (int e = 0; e < TS; ++e) {
            const float kv = ks[tx][e];
            #pragma unroll
            for (int u = 0; u < TS / STEP; ++u)
                acc[u] += qs[ty + u * STEP][e] * kv;
        }
        __syncthreads();
    }

    const int j = j0 + tx;
    #pragma unroll
    for (int u = 0; u < TS / STEP; ++u) {
        const int i = q0 + ty + u * STEP;
        if (i < n_query && j < n_keys)
            scores[i * n_keys + j] = acc[u] * scale;
    }
}
