#include "instrumentation/language/parser/known_names.h"

#include <algorithm>
#include <array>

#include "instrumentation/language/tree/builtin.h"

namespace tilescope::language {

namespace {

using namespace std::string_view_literals;

// Types that real kernels or their parameters use, whether or not they can be recorded.
constexpr std::array brought_types{"FILE"sv,
                                   "__half"sv,
                                   "__half2"sv,
                                   "__nv_bfloat16"sv,
                                   "__nv_bfloat162"sv,
                                   "__nv_fp8_e4m3"sv,
                                   "__nv_fp8_e5m2"sv,
                                   "bfloat16"sv,
                                   "char16_t"sv,
                                   "char32_t"sv,
                                   "clock_t"sv,
                                   "cublasHandle_t"sv,
                                   "cublasStatus_t"sv,
                                   "cuComplex"sv,
                                   "cuDoubleComplex"sv,
                                   "cuFloatComplex"sv,
                                   "cudaArray"sv,
                                   "cudaArray_t"sv,
                                   "cudaDeviceProp"sv,
                                   "cudaError"sv,
                                   "cudaError_t"sv,
                                   "cudaEvent_t"sv,
                                   "cudaStream_t"sv,
                                   "cudaSurfaceObject_t"sv,
                                   "cudaTextureObject_t"sv,
                                   "curandState"sv,
                                   "curandStatePhilox4_32_10_t"sv,
                                   "curandStateXORWOW_t"sv,
                                   "curandState_t"sv,
                                   "half"sv,
                                   "half2"sv,
                                   "nullptr_t"sv,
                                   "nv_bfloat16"sv,
                                   "nv_bfloat162"sv,
                                   "string"sv,
                                   "string_view"sv,
                                   "time_t"sv,
                                   "va_list"sv};

// Standard library templates that the parser has to recognize as templates.
constexpr std::array brought_templates{"conditional_t"sv, "enable_if_t"sv};

NameKind brought(std::string_view name) {
  if (is_brought_type(name)) return NameKind::type;
  if (std::find(brought_templates.begin(), brought_templates.end(), name) != brought_templates.end())
    return NameKind::type_template;
  return builtins(name).empty() ? NameKind::unknown : NameKind::value;
}

}  // namespace

bool is_brought_type(std::string_view name) {
  return vector_type(name) || known_typedef(name) ||
         std::find(brought_types.begin(), brought_types.end(), name) != brought_types.end();
}

NameKind KnownNames::kind(std::string_view name) {
  const auto [found, fresh] = kinds_.try_emplace(name, NameKind::unknown);
  if (fresh) found->second = brought(name);
  return found->second;
}

void KnownNames::declare(std::string_view name, NameKind kind) {
  if (name.empty()) return;
  const NameKind before = this->kind(name);
  if (before == kind) return;
  hidden_.push_back({name, before});
  kinds_[name] = kind;
}

void KnownNames::forget(std::size_t mark) {
  for (; hidden_.size() > mark; hidden_.pop_back()) kinds_[hidden_.back().name] = hidden_.back().kind;
}

}  // namespace tilescope::language
