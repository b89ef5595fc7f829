/* 7-point Laplacian, xy-tile in shared memory, marching in z with values kept in registers */
#define TX 32
#define TY 8
#define IDX(x, y, z) (((z) * (size_t)NY + (y)) * NX + (x))

template <int NX, int NY>
__global__ void laplace7(const float * __restrict__ u, float * __restrict__ lap, int nz, float h2inv)
{
    __shared__ float tile[TY + 2][TX + 2];
    const int x = blockIdx.x * TX + threadIdx.x;
    const int y = blockIdx.y * TY + threadIdx.y;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    if (NX % TX == 0 && NY % TY == 0) {
        float below, here = u[IDX(x, y, 0)], above = u[IDX(x, y, 1)];
        for (int z = 1; z < nz - 1; ++z) {
            below = here;
            here  = above;
            above = u[IDX(x, y, z + 1)];
            __syncthreads();
            tile[ty][tx] = here;
            if (tx == 1 && x > 0)       tile[ty][0]      = u[IDX(x - 1, y, z)];
            if (tx == TX && x < NX - 1) tile[ty][TX + 1] = u[IDX(x + 1, y, z)];
            if (ty == 1 && y > 0)       tile[0][tx]      = u[IDX(x, y - 1, z)];
            if (ty == TY && y < NY - 1) tile[TY + 1][tx] = u[IDX(x, y + 1, z)];
            __syncthreads();
            if (x == 0 || y == 0 || x == NX - 1 || y == NY - 1)
                continue;
            lap[IDX(x, y, z)] = h2inv * (tile[ty][tx - 1] + tile[ty][tx + 1] +
                                         tile[ty - 1][tx] + tile[ty + 1][tx] +
                                         below + above - 6.f * here);
        }
    }
}

#undef IDX

template __global__ void laplace7<256, 128>(const float *, float *, int, float);

/* plain version for odd sizes, one thread per cell, periodic borders */
__global__ void laplace7_periodic(const float *u, float *lap, int3 dim, float3 inv)
{
    int3 c;
    c.x = blockIdx.x * blockDim.x + threadIdx.x;
    c.y = blockIdx.y * blockDim.y + threadIdx.y;
    c.z = blockIdx.z * blockDim.z + threadIdx.z;
    if (c.x >= dim.x || c.y >= dim.y || c.z >= dim.z) return;
#define U(a, b, k) u[((size_t)(((k) + dim.z) % dim.z) * dim.y + ((b) + dim.y) % dim.y) * dim.x + ((a) + dim.x) % dim.x]
    const float m = -2.f * U(c.x, c.y, c.z);
    lap[((size_t)c.z * dim.y + c.y) * dim.x + c.x] =
        (U(c.x - 1, c.y, c.z) + m + U(c.x + 1, c.y, c.z)) * inv.x +
        (U(c.x, c.y - 1, c.z) + m + U(c.x, c.y + 1, c.z)) * inv.y +
        (U(c.x, c.y, c.z - 1) + m + U(c.x, c.y, c.z + 1)) * inv.z;
}

void go(const float *u, float *l, int3 d, float3 i)
{
    const dim3 block(8, 8, 4);
    laplace7_periodic<<<dim3((d.x + 7) / 8, (d.y + 7) / 8, (d.z + 3) / 4), block>>>(u, l, d, i);
}
