// Doubles, in tiles that hang over the edges.
const int HEIGHT = 30;
const int DEPTH = 20;
const int WIDTH = 26;
const int TILE = 8;

__device__ double a[HEIGHT][DEPTH];
__device__ double b[DEPTH][WIDTH];
__device__ double c[HEIGHT][WIDTH];

__global__ void tiledProduct() {
  __shared__ double tileA[TILE][TILE];
  __shared__ double tileB[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  double sum = 0.0;
  for (int t = 0; t < (DEPTH + TILE - 1) / TILE; t++) {
    int ka = t * TILE + threadIdx.x;
    int kb = t * TILE + threadIdx.y;
    tileA[threadIdx.y][threadIdx.x] = (row < HEIGHT && ka < DEPTH) ? a[row][ka] : 0.0;
    tileB[threadIdx.y][threadIdx.x] = (kb < DEPTH && col < WIDTH) ? b[kb][col] : 0.0;
    __syncthreads();
    for (int k = 0; k < TILE; k++) sum += tileA[threadIdx.y][k] * tileB[k][threadIdx.x];
    __syncthreads();
  }
  if (row < HEIGHT && col < WIDTH) c[row][col] = sum;
}

void run() {
  dim3 block(TILE, TILE);
  dim3 grid((WIDTH + TILE - 1) / TILE, (HEIGHT + TILE - 1) / TILE);
  tiledProduct<<<grid, block>>>();
}
