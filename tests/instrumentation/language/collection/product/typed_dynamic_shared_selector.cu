// extern __shared__ arrays of different types cannot have the same name in a
// template, hence this selector.
template <typename T> struct DynShared;

template <> struct DynShared<float> {
  __device__ static float* get() { extern __shared__ float dyn_f[]; return dyn_f; }
};
template <> struct DynShared<double> {
  __device__ static double* get() { extern __shared__ double dyn_d[]; return dyn_d; }
};
template <> struct DynShared<int> {
  __device__ static int* get() { extern __shared__ int dyn_i[]; return dyn_i; }
};

template <typename T, int STEP>
__global__ void tall_skinny(const T* __restrict__ tall, const T* __restrict__ small,
                            T* __restrict__ out, size_t rows, int inner, int cols)
{
  T* const cache = DynShared<T>::get();          // inner * cols elements
  __shared__ T scratch[STEP];

  for (int i = threadIdx.x; i < inner * cols; i += blockDim.x) cache[i] = small[i];
  if (threadIdx.x < STEP) scratch[threadIdx.x] = T(0);
  __syncthreads();

  const size_t row = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (row < rows) {
    for (int c = 0; c < cols; ++c) {
      T sum = scratch[c % STEP];                 // a very expensive zero
      for (int k = 0; k < inner; ++k) sum += tall[row * inner + k] * cache[k * cols + c];
      out[row * cols + c] = sum;
    }
  }
}