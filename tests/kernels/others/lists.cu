// Lists and trees whose links are indices.
__global__ void list_sums(const int *head, const int *next, const float *value, float *sum, int lists)
{
    int l = blockIdx.x * blockDim.x + threadIdx.x;
    if (l >= lists) return;
    float total = 0;
    for (int at = head[l]; at != -1; at = next[at]) total += value[at];
    sum[l] = total;
}

// Ranks by jumping twice as far each time.
__global__ void jump(const int *next, const int *rank, int *next_after, int *rank_after, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int other = next[i];
    rank_after[i] = other < 0 ? rank[i] : rank[i] + rank[other];
    next_after[i] = other < 0 ? -1 : next[other];
}

struct Branch { float key; int smaller, greater; };
__global__ void look_up(const Branch *tree, const float *keys, int *found, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int at = 0;
        while (at >= 0 && tree[at].key != keys[i]) at = keys[i] < tree[at].key ? tree[at].smaller : tree[at].greater;
        found[i] = at;
    }
}

__global__ void roots(const int *parent, int *root, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int at = i;
    while (parent[at] != at) at = parent[at];
    root[i] = at;
}

__global__ void depths(const unsigned *parent, unsigned *depth, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, steps = 0;
    if (i >= n) return;
    for (unsigned at = i; at; at = parent[at]) steps++;
    depth[i] = steps;
}
