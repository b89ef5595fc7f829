// Pieces of an array, said by where they begin, by where they end, or by how long they are.
__global__ void sums_by_begins(const float* data, const int* begin, float* sum, int pieces) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= pieces) return;
  float s = 0;
  for (int i = begin[p]; i < begin[p + 1]; ++i) s += data[i];
  sum[p] = s;
}
__global__ void greatest_by_ends(const float* data, const int* begin, const int* end, float* greatest, int pieces) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= pieces) return;
  float g = -1e30f;
  for (int i = begin[p]; i != end[p]; ++i) g = fmaxf(g, data[i]);
  greatest[p] = g;
}
__global__ void sums_by_lengths(const float* data, const int* first, const int* length, float* sum, int pieces) {
  __shared__ float part[32];
  int p = blockIdx.x;
  if (p >= pieces) return;
  float s = 0;
  for (int i = threadIdx.x; i < length[p]; i += blockDim.x) s += data[first[p] + i];
  part[threadIdx.x] = s;
  __syncthreads();
  for (int half = 16; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) sum[p] = part[0];
}
__global__ void permuted(const float* in, const int* place, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[place[i]] = in[i];
}
__global__ void kept(const int* in, const int* keep, const int* place, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && keep[i]) out[place[i]] = in[i];
}
