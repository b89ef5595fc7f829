// Stencils of one, two and three dimensions.
#define R 3
#define WIDTH 16
__global__ void line(const int *in, int *out)
{
    __shared__ int s[WIDTH + 2 * R];
    int g = blockIdx.x * blockDim.x + threadIdx.x + R, l = threadIdx.x + R;
    s[l] = in[g];
    if (threadIdx.x < R) {
        s[l - R] = in[g - R];
        s[l + WIDTH] = in[g + WIDTH];
    }
    __syncthreads();
    int sum = 0;
    for (int o = -R; o <= R; o++) sum += s[l + o];
    out[g - R] = sum;
}

__global__ void heat(const double *u, double *next, int nx, int ny, double c)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x, j = threadIdx.y + blockIdx.y * blockDim.y;
    if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1) {
        const int at = j * nx + i;
        next[at] = u[at] + c * (u[at - 1] + u[at + 1] + u[at - nx] + u[at + nx] - 4 * u[at]);
    }
}

__constant__ float weight[7];
#define IN 8
#define OUT 6
__global__ void block_of_eight(const float *in, float *out, int n)
{
    __shared__ float s[IN][IN][IN];
    int x = blockIdx.x * OUT + threadIdx.x - 1, y = blockIdx.y * OUT + threadIdx.y - 1, z = blockIdx.z * OUT + threadIdx.z - 1;
    int a = threadIdx.x, b = threadIdx.y, c = threadIdx.z;
    if (x >= 0 && x < n && y >= 0 && y < n && z >= 0 && z < n) s[c][b][a] = in[(z * n + y) * n + x];
    __syncthreads();
    if (x >= 1 && x < n - 1 && y >= 1 && y < n - 1 && z >= 1 && z < n - 1 && a >= 1 && a <= OUT && b >= 1 && b <= OUT &&
        c >= 1 && c <= OUT)
        out[(z * n + y) * n + x] = weight[0] * s[c][b][a] + weight[1] * s[c][b][a - 1] + weight[2] * s[c][b][a + 1] +
                                   weight[3] * s[c][b - 1][a] + weight[4] * s[c][b + 1][a] + weight[5] * s[c - 1][b][a] +
                                   weight[6] * s[c + 1][b][a];
}

__global__ void life(const unsigned char *now, unsigned char *then, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, alive = 0;
    if (x >= w || y >= h) return;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx != 0 || dy != 0) alive += now[(y + dy + h) % h * w + (x + dx + w) % w];
    then[y * w + x] = alive == 3 || (alive == 2 && now[y * w + x]);
}
