// Views with a method for an element, passed by value.
// A B C: a.data b.data c.data
struct View {
  float* data;
  int rows;
  int cols;
  __device__ float get(int r, int c) const { return r < rows && c < cols ? data[r * cols + c] : 0.0f; }
  __device__ void set(int r, int c, float v) const {
    if (r < rows && c < cols) data[r * cols + c] = v;
  }
};

__global__ void productOfViews(View a, View b, View c) {
  constexpr int side = 8;
  __shared__ float left[side][side];
  __shared__ float right[side][side];
  const int r = blockIdx.y * side + threadIdx.y, s = blockIdx.x * side + threadIdx.x;
  float sum = 0.0f;
  for (int at = 0; at < a.cols; at += side) {
    left[threadIdx.y][threadIdx.x] = a.get(r, at + threadIdx.x);
    right[threadIdx.y][threadIdx.x] = b.get(at + threadIdx.y, s);
    __syncthreads();
    for (int k = 0; k < side; ++k) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
    __syncthreads();
  }
  c.set(r, s, sum);
}
