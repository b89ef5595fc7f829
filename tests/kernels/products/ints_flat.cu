// Whole numbers, one index for all of the result.
// A B C: p q r
__global__ void mulInts(const int* p, const int* q, int* r, int height, int width, int inner)
{
    int id = blockDim.x * blockIdx.x + threadIdx.x;
    if (id < height * width) {
        int i = id / width;
        int j = id % width;
        int total = 0;
        int t = 0;
        while (t < inner) {
            total += p[i * inner + t] * q[t * width + j];
            t++;
        }
        r[id] = total;
    }
}
