// op(A) op(B) with both transpositions decided at compile time
#include <type_traits>

template <bool TRANS>
struct Op {
  template <typename T>
  static __device__ T load(const T* p, int ld, int r, int c) {
    if constexpr (TRANS)
      return p[c * ld + r];
    else
      return p[r * ld + c];
  }
};

template <typename TIn, typename TAcc, bool TA = false, bool TB = false, bool GUARD = true>
__global__ void gemm_op(const TIn* a, const TIn* b, TIn* c, int m, int n, int k, int lda, int ldb, int ldc) {
  static_assert(std::is_floating_point<TAcc>::value || sizeof(TAcc) >= sizeof(TIn), "accumulator too narrow");
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  int q = blockIdx.x * blockDim.x + threadIdx.x;
  if constexpr (GUARD) {
    if (r >= m || q >= n) return;
  }
  TAcc acc{};
  for (int i = 0; i < k; ++i)
    acc += static_cast<TAcc>(Op<TA>::load(a, lda, r, i)) * static_cast<TAcc>(Op<TB>::load(b, ldb, i, q));
  c[r * ldc + q] = static_cast<TIn>(acc);
}

template __global__ void gemm_op<float, double>(const float*, const float*, float*, int, int, int, int, int, int);
template __global__ void gemm_op<float, float, true, false>(const float*, const float*, float*, int, int, int, int, int, int);
template __global__ void gemm_op<short, int, false, true, false>(const short*, const short*, short*, int, int, int, int, int, int);
