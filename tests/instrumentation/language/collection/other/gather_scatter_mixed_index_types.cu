#include <cuda_runtime.h>
#include <cstdint>

template <typename I> struct is_signed_index { static const bool value = I(-1) < I(0); };
template <typename I> constexpr bool signed_v = is_signed_index<I>::value;
template <typename T> constexpr T fill_value = T(-1);
template <> constexpr float fill_value<float> = 0.5f;

template <typename T, typename I, bool Checked = true>
__global__ void gather(T* dst, const T* src, const I* index, uint n, [[maybe_unused]] uint64_t src_len)
{
	const uint i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	I k = index[i];
	if constexpr (signed_v<I>) {
		if (k < 0) k += static_cast<I>(src_len);        // python style
	}
	if constexpr (Checked)
		dst[i] = uint64_t(k) < src_len ? src[k] : fill_value<T>;
	else
		dst[i] = src[k];
}

enum class OnClash : int { Overwrite = 0, Add, Max };

template <OnClash Mode, typename I>
__global__ void scatter(int* dst, const int* src, const I* index, size_t n)
{
	for (size_t i = threadIdx.x + size_t(blockIdx.x) * blockDim.x; i < n; i += size_t(blockDim.x) * gridDim.x) {
		int* cell = dst + index[i];
		if constexpr (Mode == OnClash::Overwrite)   *cell = src[i];
		else if constexpr (Mode == OnClash::Add)    (void)atomicAdd(cell, src[i]);
		else                                        (void)atomicMax(cell, src[i]);
	}
}

template __global__ void gather<float, int64_t>(float*, const float*, const int64_t*, uint, uint64_t);
template __global__ void gather<double2, unsigned short, false>(double2*, const double2*, const unsigned short*, uint, uint64_t);
template __global__ void scatter<OnClash::Add, uint8_t>(int*, const int*, const uint8_t*, size_t);
template __global__ void scatter<OnClash::Max, int>(int*, const int*, const int*, size_t);
