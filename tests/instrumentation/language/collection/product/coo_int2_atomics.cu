// Coordinate format: one thread per non-zero, (row, column) in an int2.
// y must have been cleared before.
__global__ void coo_spmv(const int2* rc, const float* v, const float* x, float* y, int nnz)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < nnz)
    {
        int2 at = rc[e];
        atomicAdd(&y[at.x], v[e] * x[at.y]);
    }
}

// same, but a run of equal rows is summed before it goes out
__global__ void coo_spmv_runs(const int2* __restrict__ rc, const float* __restrict__ v,
                              const float* __restrict__ x, float* y, int nnz, int per_thread)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * per_thread;
    int last  = min(first + per_thread, nnz);
    if (first >= last) return;

    int   row = rc[first].x;
    float sum = 0.f;
    for (int e = first; e < last; ++e)
    {
        if (rc[e].x != row)
        {
            atomicAdd(y + row, sum);
            row = rc[e].x;
            sum = 0.f;
        }
        sum += v[e] * x[rc[e].y];
    }
    atomicAdd(y + row, sum);
}
