// Part @N: helpers of the kernels that follow.
#define SIDE@N @S
#define AT@N(from, row, column) ((from)[(row) * (pitch) + (column)])
#define SUM_OF@N(a, b) ((a) + (b))

template <typename T, int width>
__device__ __forceinline__ T gathered@N(const T* from, int pitch, int row) {
  T sum = T(0);
#pragma unroll
  for (int n = 0; n < width; ++n) sum = SUM_OF@N(sum, AT@N(from, row, n));
  return sum;
}

struct Pair@N {
  @T first, second;
  __device__ Pair@N operator+(const Pair@N& other) const {
    Pair@N sum = {first + other.first, second + other.second};
    return sum;
  }
  __device__ @T product() const { return first * second; }
};
