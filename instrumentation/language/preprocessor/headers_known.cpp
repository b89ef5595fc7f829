#include "instrumentation/language/preprocessor/headers_known.h"

#include <algorithm>
#include <array>
#include <string>

namespace tilescope::language {

namespace {

constexpr auto macros = std::to_array<KnownMacro>({
    {"BUFSIZ", "8192"},
    {"CHAR_BIT", "8"},
    {"CHAR_MAX", "127"},
    {"CHAR_MIN", "(-128)"},
    {"CLOCKS_PER_SEC", "1000000L"},
    {"CUDART_2_OVER_PI", "6.3661977236758138e-1", true},
    {"CUDART_2_OVER_PI_F", "0.636619772F", true},
    {"CUDART_3PIO4", "2.3561944901923448e+0", true},
    {"CUDART_3PIO4_F", "2.356194490F", true},
    {"CUDART_INF", "((double)__builtin_inff())", true},
    {"CUDART_INF_F", "(__builtin_inff())", true},
    {"CUDART_L2E", "1.4426950408889634e+0", true},
    {"CUDART_L2E_F", "1.442695041F", true},
    {"CUDART_L2T", "3.3219280948873622e+0", true},
    {"CUDART_L2T_F", "3.321928094F", true},
    {"CUDART_LG2", "3.0102999566398120e-1", true},
    {"CUDART_LG2_F", "0.301029996F", true},
    {"CUDART_LGE", "4.3429448190325182e-1", true},
    {"CUDART_LGE_F", "0.434294482F", true},
    {"CUDART_LN2", "6.9314718055994529e-1", true},
    {"CUDART_LN2_F", "0.693147181F", true},
    {"CUDART_LNPI", "1.1447298858494002e+0", true},
    {"CUDART_LNPI_F", "1.144729886F", true},
    {"CUDART_LNT", "2.3025850929940459e+0", true},
    {"CUDART_LNT_F", "2.302585093F", true},
    {"CUDART_MAX_NORMAL_F", "3.402823466e+38F", true},
    {"CUDART_MIN_DENORM", "4.9406564584124654e-324", true},
    {"CUDART_MIN_DENORM_F", "1.401298464e-45F", true},
    {"CUDART_NAN", "((double)__builtin_nanf(\"\"))", true},
    {"CUDART_NAN_F", "(__builtin_nanf(\"\"))", true},
    {"CUDART_NEG_ZERO", "(-0.0)", true},
    {"CUDART_NEG_ZERO_F", "(-0.0F)", true},
    {"CUDART_NORM_HUGE_F", "3.402823466e38F", true},
    {"CUDART_ONE", "1.0", true},
    {"CUDART_ONE_F", "1.0F", true},
    {"CUDART_PI", "3.1415926535897931e+0", true},
    {"CUDART_PIO2", "1.5707963267948966e+0", true},
    {"CUDART_PIO2_F", "1.570796327F", true},
    {"CUDART_PIO4", "7.8539816339744828e-1", true},
    {"CUDART_PIO4_F", "0.785398163F", true},
    {"CUDART_PI_F", "3.141592654F", true},
    {"CUDART_SQRT_2PI", "2.5066282746310007e+0", true},
    {"CUDART_SQRT_2_OVER_PI", "7.9788456080286536e-1", true},
    {"CUDART_SQRT_2_OVER_PI_F", "0.797884561F", true},
    {"CUDART_SQRT_HALF", "7.0710678118654757e-1", true},
    {"CUDART_SQRT_HALF_F", "0.707106781F", true},
    {"CUDART_SQRT_PIO2", "1.2533141373155003e+0", true},
    {"CUDART_SQRT_TWO", "1.4142135623730951e+0", true},
    {"CUDART_SQRT_TWO_F", "1.414213562F", true},
    {"CUDART_THIRD", "3.3333333333333333e-1", true},
    {"CUDART_THIRD_F", "0.333333333F", true},
    {"CUDART_TWOTHIRD", "6.6666666666666667e-1", true},
    {"CUDART_TWO_TO_126_F", "8.507059173e37F", true},
    {"CUDART_TWO_TO_23_F", "8388608.0F", true},
    {"CUDART_TWO_TO_24_F", "16777216.0F", true},
    {"CUDART_TWO_TO_31_F", "2147483648.0F", true},
    {"CUDART_TWO_TO_32_F", "4294967296.0F", true},
    {"CUDART_TWO_TO_M126_F", "1.175494351e-38F", true},
    {"CUDART_VERSION", "13000"},
    {"CUDART_ZERO", "0.0", true},
    {"CUDART_ZERO_F", "0.0F", true},
    {"CUDA_VERSION", "13000"},
    {"DBL_DECIMAL_DIG", "17"},
    {"DBL_DIG", "15"},
    {"DBL_EPSILON", "2.2204460492503131e-16"},
    {"DBL_MANT_DIG", "53"},
    {"DBL_MAX", "1.7976931348623157e+308"},
    {"DBL_MAX_10_EXP", "308"},
    {"DBL_MAX_EXP", "1024"},
    {"DBL_MIN", "2.2250738585072014e-308"},
    {"DBL_MIN_10_EXP", "(-307)"},
    {"DBL_MIN_EXP", "(-1021)"},
    {"DBL_TRUE_MIN", "4.9406564584124654e-324"},
    {"EOF", "(-1)"},
    {"EXIT_FAILURE", "1"},
    {"EXIT_SUCCESS", "0"},
    {"FLT_DECIMAL_DIG", "9"},
    {"FLT_DIG", "6"},
    {"FLT_EPSILON", "1.192092896e-07F"},
    {"FLT_MANT_DIG", "24"},
    {"FLT_MAX", "3.402823466e+38F"},
    {"FLT_MAX_10_EXP", "38"},
    {"FLT_MAX_EXP", "128"},
    {"FLT_MIN", "1.175494351e-38F"},
    {"FLT_MIN_10_EXP", "(-37)"},
    {"FLT_MIN_EXP", "(-125)"},
    {"FLT_RADIX", "2"},
    {"FLT_TRUE_MIN", "1.401298464e-45F"},
    {"HUGE_VAL", "((double)__builtin_inff())"},
    {"HUGE_VALF", "(__builtin_inff())"},
    {"INFINITY", "(__builtin_inff())"},
    {"INT16_MAX", "32767"},
    {"INT16_MIN", "(-32768)"},
    {"INT32_MAX", "2147483647"},
    {"INT32_MIN", "(-2147483647 - 1)"},
    {"INT64_MAX", "9223372036854775807L"},
    {"INT64_MIN", "(-9223372036854775807L - 1)"},
    {"INT8_MAX", "127"},
    {"INT8_MIN", "(-128)"},
    {"INTMAX_MAX", "9223372036854775807L"},
    {"INTMAX_MIN", "(-9223372036854775807L - 1)"},
    {"INTPTR_MAX", "9223372036854775807L"},
    {"INTPTR_MIN", "(-9223372036854775807L - 1)"},
    {"INT_MAX", "2147483647"},
    {"INT_MIN", "(-2147483647 - 1)"},
    {"LLONG_MAX", "9223372036854775807LL"},
    {"LLONG_MIN", "(-9223372036854775807LL - 1)"},
    {"LONG_MAX", "9223372036854775807L"},
    {"LONG_MIN", "(-9223372036854775807L - 1)"},
    {"M_1_PI", "0.31830988618379067154"},
    {"M_2_PI", "0.63661977236758134308"},
    {"M_2_SQRTPI", "1.12837916709551257390"},
    {"M_E", "2.7182818284590452354"},
    {"M_LN10", "2.30258509299404568402"},
    {"M_LN2", "0.69314718055994530942"},
    {"M_LOG10E", "0.43429448190325182765"},
    {"M_LOG2E", "1.4426950408889634074"},
    {"M_PI", "3.14159265358979323846"},
    {"M_PI_2", "1.57079632679489661923"},
    {"M_PI_4", "0.78539816339744830962"},
    {"M_SQRT1_2", "0.70710678118654752440"},
    {"M_SQRT2", "1.41421356237309504880"},
    {"NAN", "(__builtin_nanf(\"\"))"},
    {"NULL", "nullptr"},
    {"PRIX32", "\"X\""},
    {"PRIX64", "\"lX\""},
    {"PRId32", "\"d\""},
    {"PRId64", "\"ld\""},
    {"PRIi32", "\"i\""},
    {"PRIi64", "\"li\""},
    {"PRIu32", "\"u\""},
    {"PRIu64", "\"lu\""},
    {"PRIx32", "\"x\""},
    {"PRIx64", "\"lx\""},
    {"PTRDIFF_MAX", "9223372036854775807L"},
    {"PTRDIFF_MIN", "(-9223372036854775807L - 1)"},
    {"RAND_MAX", "2147483647"},
    {"SCHAR_MAX", "127"},
    {"SCHAR_MIN", "(-128)"},
    {"SHRT_MAX", "32767"},
    {"SHRT_MIN", "(-32768)"},
    {"SIZE_MAX", "18446744073709551615UL"},
    {"UCHAR_MAX", "255"},
    {"UINT16_MAX", "65535"},
    {"UINT32_MAX", "4294967295U"},
    {"UINT64_MAX", "18446744073709551615UL"},
    {"UINT8_MAX", "255"},
    {"UINTMAX_MAX", "18446744073709551615UL"},
    {"UINTPTR_MAX", "18446744073709551615UL"},
    {"UINT_MAX", "4294967295U"},
    {"ULLONG_MAX", "18446744073709551615ULL"},
    {"ULONG_MAX", "18446744073709551615UL"},
    {"USHRT_MAX", "65535"},
    {"__CHAR_BIT__", "8"},
    {"__COUNTER__", ""},
    {"__CUDACC_VER_BUILD__", "48"},
    {"__CUDACC_VER_MAJOR__", "13"},
    {"__CUDACC_VER_MINOR__", "0"},
    {"__CUDACC__", "1"},
    {"__CUDA_ARCH__", "900"},
    {"__DATE__", "\"Jan  1 2025\""},
    {"__FILE__", "\"kernel.cu\""},
    {"__GNUC_MINOR__", "2"},
    {"__GNUC_PATCHLEVEL__", "0"},
    {"__GNUC__", "12"},
    {"__INT_MAX__", "0x7fffffff"},
    {"__LINE__", ""},
    {"__LP64__", "1"},
    {"__NVCC__", "1"},
    {"__SIZEOF_INT__", "4"},
    {"__SIZEOF_LONG__", "8"},
    {"__SIZEOF_POINTER__", "8"},
    {"__STDC_HOSTED__", "1"},
    {"__STDC__", "1"},
    {"__TIME__", "\"00:00:00\""},
    {"__amd64__", "1"},
    {"__cplusplus", "201703L"},
    {"__linux", "1"},
    {"__linux__", "1"},
    {"__unix__", "1"},
    {"__x86_64__", "1"},
    {"cudaDeviceMapHost", "0x08"},
    {"cudaDeviceScheduleAuto", "0x00"},
    {"cudaDeviceScheduleBlockingSync", "0x04"},
    {"cudaDeviceScheduleSpin", "0x01"},
    {"cudaDeviceScheduleYield", "0x02"},
    {"cudaEventBlockingSync", "0x01"},
    {"cudaEventDefault", "0x00"},
    {"cudaEventDisableTiming", "0x02"},
    {"cudaEventInterprocess", "0x04"},
    {"cudaHostAllocDefault", "0x00"},
    {"cudaHostAllocMapped", "0x02"},
    {"cudaHostAllocPortable", "0x01"},
    {"cudaHostAllocWriteCombined", "0x04"},
    {"cudaHostRegisterDefault", "0x00"},
    {"cudaHostRegisterMapped", "0x02"},
    {"cudaHostRegisterPortable", "0x01"},
    {"cudaMemAttachGlobal", "0x01"},
    {"cudaMemAttachHost", "0x02"},
    {"cudaMemAttachSingle", "0x04"},
    {"cudaOccupancyDefault", "0x00"},
    {"cudaStreamDefault", "0x00"},
    {"cudaStreamNonBlocking", "0x01"},
});

// With a space before and after each name.
constexpr std::string_view headers =
    " "
    "algorithm any array assert.h atomic barrier bit bitset builtin_types.h cassert ccomplex cctype cerrno cfenv "
    "cfloat channel_descriptor.h charconv chrono cinttypes ciso646 climits clocale cmath codecvt "
    "common_functions.h compare complex complex.h concepts condition_variable cooperative_groups.h coroutine "
    "csetjmp csignal cstdalign cstdarg cstdbool cstddef cstdint cstdio cstdlib cstring ctgmath ctime ctype.h "
    "cuComplex.h cublas.h cublasLt.h cublasXt.h cublas_api.h cublas_v2.h cuchar cuda.h cudaProfiler.h "
    "cuda_awbarrier.h cuda_bf16.h cuda_bf16.hpp cuda_device_runtime_api.h cuda_fp16.h cuda_fp16.hpp cuda_fp4.h "
    "cuda_fp6.h cuda_fp8.h cuda_occupancy.h cuda_pipeline.h cuda_profiler_api.h cuda_runtime.h cuda_runtime_api.h "
    "cudnn.h cufft.h cufftXt.h cusolverDn.h cusparse.h cusparse_v2.h cwchar cwctype deque "
    "device_atomic_functions.h device_double_functions.h device_functions.h device_launch_parameters.h "
    "device_types.h driver_functions.h driver_types.h errno.h exception execution expected fenv.h filesystem "
    "float.h format forward_list fstream functional future generator helper_cuda.h helper_functions.h "
    "helper_math.h helper_string.h helper_timer.h host_config.h host_defines.h initializer_list inttypes.h "
    "iomanip ios iosfwd iostream iso646.h istream iterator latch library_types.h limits limits.h list locale "
    "locale.h map math.h math_constants.h math_functions.h mdspan memory memory_resource mma.h mutex nccl.h new "
    "numbers numeric nvrtc.h optional ostream print queue random ranges ratio regex scoped_allocator semaphore "
    "set setjmp.h shared_mutex signal.h source_location span spanstream sstream stack stacktrace stdalign.h "
    "stdarg.h stdatomic.h stdbool.h stddef.h stdexcept stdfloat stdint.h stdio.h stdlib.h stdnoreturn.h "
    "stop_token streambuf string string.h string_view strstream surface_functions.h surface_indirect_functions.h "
    "surface_types.h syncstream system_error texture_fetch_functions.h texture_indirect_functions.h "
    "texture_types.h tgmath.h thread threads.h time.h tuple type_traits typeindex typeinfo uchar.h unordered_map "
    "unordered_set utility valarray variant vector vector_functions.h vector_functions.hpp vector_types.h version "
    "wchar.h wctype.h ";

// Folders, and families that grow with every release.
constexpr auto beginnings = std::to_array<std::string_view>(
    {"cooperative_groups/", "crt/", "cub/", "cuda/", "curand", "nv/", "nvtx3/", "sm_", "thrust/"});

constexpr bool before(const KnownMacro& a, const KnownMacro& b) { return a.name < b.name; }
static_assert(std::is_sorted(macros.begin(), macros.end(), before));

}  // namespace

const KnownMacro* known_macro(std::string_view name) {
  const auto found = std::lower_bound(macros.begin(), macros.end(), KnownMacro{name, {}}, before);
  return found != macros.end() && found->name == name ? &*found : nullptr;
}

bool is_known_header(std::string_view name) {
  const bool is_word = !name.empty() && name.find(' ') == std::string_view::npos;
  return (is_word && headers.find(" " + std::string(name) + " ") != std::string_view::npos) ||
         std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view beginning) { return name.starts_with(beginning); });
}

}  // namespace tilescope::language
