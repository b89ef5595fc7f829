// "Problem" objects filled by the host and passed by value
struct Shape {
    int m, n, k;
};

struct ConstMatrix {
    const double* data;
    int ld;
    bool transposed;

    __device__ double at(int r, int c) const
    {
        return transposed ? data[c * ld + r] : data[r * ld + c];
    }
};

struct MutableMatrix {
    double* data;
    int ld;

    __device__ double& at(int r, int c) { return data[r * ld + c]; }
};

struct Problem {
    Shape shape;
    ConstMatrix lhs, rhs;
    MutableMatrix result;
    double alpha = 1., beta = 0.;
};

__device__ bool inside(const Shape& s, int r, int c) { return r < s.m && c < s.n; }

__device__ double dot(const Problem* p, int r, int c)
{
    double d = 0.;
    for (int i = 0; i < p->shape.k; ++i)
        d += p->lhs.at(r, i) * p->rhs.at(i, c);
    return d;
}

__global__ void solve(Problem p)
{
    const int r = blockIdx.y * blockDim.y + threadIdx.y;
    const int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (!inside(p.shape, r, c))
        return;
    double d = p.alpha * dot(&p, r, c);
    if (p.beta != 0.)
        d += p.beta * p.result.at(r, c);
    p.result.at(r, c) = d;
}

// many shapes in an array; all of them work on one pool of numbers
struct Slice {
    Shape shape;
    long lhs, rhs, out;     // offsets into the pool
};

__global__ void solve_slices(const Slice* slices, double* pool, int count)
{
    for (int s = blockIdx.x; s < count; s += gridDim.x) {
        const Slice one = slices[s];
#ifdef VERBOSE
        if (threadIdx.x == 0) printf("slice %d: %d x %d x %d\n", s, one.shape.m, one.shape.n, one.shape.k);
#endif
        for (int i = threadIdx.x; i < one.shape.m * one.shape.n; i += blockDim.x) {
            const int r = i / one.shape.n, c = i % one.shape.n;
            double d = 0.;
            for (int k = 0; k < one.shape.k; ++k)
                d += pool[one.lhs + r * one.shape.k + k] * pool[one.rhs + k * one.shape.n + c];
            pool[one.out + i] = d;
        }
    }
}
