// A million blocks, each with its own pattern in shared memory. In block 424242 only, thread 5 skips its first write: one uninitialised shared read, line 18.
#define CELLS 1024

__global__ void patterns(int * out)
{
    __shared__ int s[CELLS];
    unsigned b = blockIdx.x;
    unsigned t = threadIdx.x;
    unsigned wr = 2 * b + 1;               // odd, so each cell is hit once
    unsigned rd = 2 * (b / 3) + 5;
    int sum = 0;

    for (unsigned round = 0; round < 1 + b % 97; ++round)
    {
        if (!(b == 424242 && t == 5 && round == 0))
            s[(t * wr + b + round) % CELLS] = (int)(t + round);
        __syncthreads();
        sum += s[(t * rd + 7 * b) % CELLS];
        __syncthreads();
    }
    out[b * CELLS + t] = sum;
}

int main()
{
    int * out;
    cudaMalloc(&out, sizeof(int) * CELLS * 1000000ull);
    patterns<<<1000000, CELLS>>>(out);
    cudaDeviceSynchronize();
}
