// Template bomb: a tower 900 deep, a tree of 2^40 instances, one that never ends, and 512 kernels made by a recursive host template.
template <int N> struct Tower { static const int value = Tower<N - 1>::value + 1; };
template <> struct Tower<0> { static const int value = 0; };

template <int D, long long P> struct Tree {
  static constexpr long long value = Tree<D - 1, 2 * P>::value + Tree<D - 1, 2 * P + 1>::value;
};
template <long long P> struct Tree<0, P> { static constexpr long long value = P; };

template <int N> __device__ int climb(int x) { return climb<N - 1>(x) + climb<N - 2>(x + 1); }
template <> __device__ int climb<0>(int x) { return x; }
template <> __device__ int climb<1>(int x) { return x + 1; }

template <int N> __device__ int forever(int x) { return forever<N + 1>(x * N); }

template <int N> __global__ void kern(long long* out)
{
  out[threadIdx.x] = N + Tower<900>::value + climb<45>(threadIdx.x);
}

__global__ void wide(long long* out) { out[threadIdx.x] = Tree<40, 1>::value; }
__global__ void nonstop(long long* out) { out[threadIdx.x] = forever<1>(threadIdx.x); }

template <int N> void launch_all(long long* out)
{
  kern<N><<<1, 32>>>(out);
  launch_all<N - 1>(out);
}
template <> void launch_all<0>(long long*) {}

int main()
{
  long long* out;
  cudaMalloc(&out, 32 * sizeof(long long));
  launch_all<512>(out);
  wide<<<1, 32>>>(out);
  nonstop<<<1, 32>>>(out);
}
