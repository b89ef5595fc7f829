// Structures that are parts of larger matrices, in tiles.
#define BLOCK 8

typedef struct {
  int width, height, stride;
  float* elements;
} Mat;

__device__ float get(const Mat m, int row, int col) { return m.elements[row * m.stride + col]; }
__device__ void set(Mat m, int row, int col, float value) { m.elements[row * m.stride + col] = value; }

__device__ Mat part(Mat m, int row, int col) {
  Mat p;
  p.width = BLOCK;
  p.height = BLOCK;
  p.stride = m.stride;
  p.elements = &m.elements[m.stride * BLOCK * row + BLOCK * col];
  return p;
}

__global__ void product(Mat a, Mat b, Mat c) {
  Mat mine = part(c, blockIdx.y, blockIdx.x);
  float sum = 0;
  for (int t = 0; t < a.width / BLOCK; ++t) {
    Mat pa = part(a, blockIdx.y, t);
    Mat pb = part(b, t, blockIdx.x);
    __shared__ float sa[BLOCK][BLOCK];
    __shared__ float sb[BLOCK][BLOCK];
    sa[threadIdx.y][threadIdx.x] = get(pa, threadIdx.y, threadIdx.x);
    sb[threadIdx.y][threadIdx.x] = get(pb, threadIdx.y, threadIdx.x);
    __syncthreads();
    for (int e = 0; e < BLOCK; ++e) sum += sa[threadIdx.y][e] * sb[e][threadIdx.x];
    __syncthreads();
  }
  set(mine, threadIdx.y, threadIdx.x, sum);
}
