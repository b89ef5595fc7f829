#include <cuda_runtime.h>

/* Connected components of a binary image: union-find over pixels, then sizes. */

__device__ int find_root(const int *parent, int v)
{
    while (parent[v] != v)
        v = parent[v];
    return v;
}

__device__ void unite(int *parent, int a, int b)
{
    bool done;
    do {
        a = find_root(parent, a);
        b = find_root(parent, b);
        if (a < b)      { int old = atomicMin(parent + b, a); done = (old == b); b = old; }
        else if (b < a) { int old = atomicMin(parent + a, b); done = (old == a); a = old; }
        else            done = true;
    } while (!done);
}

__global__ void init_labels(const unsigned char *img, int *parent, int *size, int2 dim)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < dim.x && y < dim.y) {
        int v = y * dim.x + x;
        parent[v] = img[v] ? v : -1;
        size[v] = 0;
    }
}

__global__ void hook(const unsigned char *img, int *parent, int2 dim)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= dim.x || y >= dim.y) return;
    int v = y * dim.x + x;
    if (!img[v]) return;
    if (x > 0 && img[v - 1])     unite(parent, v, v - 1);
    if (y > 0 && img[v - dim.x]) unite(parent, v, v - dim.x);
}

__global__ void shortcut_and_count(int *parent, int *size, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    int root = v < n && parent[v] >= 0 ? find_root(parent, v) : -1;
    __syncthreads();
    if (root >= 0) parent[v] = root;

    /* lanes of the same component add up first */
    unsigned peers = __match_any_sync(0xffffffff, root);
    if (root >= 0 && (threadIdx.x & 31) == __ffs(peers) - 1)
        atomicAdd(&size[root], __popc(peers));
}

/* small components are removed; the number of the remaining pixels is counted down */
__global__ void remove_specks(unsigned char *img, const int *parent, const int *size, unsigned int *left, int minimum, int n)
{
    int v = threadIdx.x + __mul24(blockIdx.x, blockDim.x);
    if (v >= n || parent[v] < 0 || size[parent[v]] >= minimum)
        return;
    img[v] ^= img[v];
    atomicDec(left, 0xffffffffu);
}
