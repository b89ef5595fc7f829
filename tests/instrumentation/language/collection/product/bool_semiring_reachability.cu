// Boolean matrix product ("is there a path of two edges?") on bool and on
// bit-packed rows. Used for transitive closure by repeated squaring.

__device__ int changed;   // set when a square still finds a new edge

__global__ void bool_mm(const bool* edge, bool* reach, int nodes)
{
    int from = blockIdx.y * blockDim.y + threadIdx.y;
    int to   = blockIdx.x * blockDim.x + threadIdx.x;
    if (from >= nodes || to >= nodes) return;

    bool found = edge[from * nodes + to];
    for (int via = 0; via < nodes && !found; ++via)
        found = edge[from * nodes + via] && edge[via * nodes + to];

    if (found != edge[from * nodes + to]) changed = 1;
    reach[from * nodes + to] = found;
}

// `words` 32-bit words per row; bit j%32 of word j/32 is column j
__global__ void bit_mm(const unsigned* edge, unsigned* reach, int nodes, int words)
{
    int row  = blockIdx.x * blockDim.x + threadIdx.x;
    int word = blockIdx.y;
    if (row >= nodes) return;

    unsigned bits = edge[row * words + word];
    for (int w = 0; w < words; ++w) {
        unsigned mine = edge[row * words + w];
        for (int bit = 0; mine != 0u; ++bit, mine >>= 1)
            if (mine & 1u)
                bits |= edge[((w << 5) + bit) * words + word];
    }
    reach[row * words + word] |= bits;
}
