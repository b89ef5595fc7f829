#include "instrumentation/executors/cuda/cublas.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>

#include "instrumentation/executors/cuda/driver.h"
#include "instrumentation/executors/cuda/toolkit.h"

namespace tilescope::cuda {

namespace {

// As cuBLAS declares them, with integers in place of enumerations.
using Create = int (*)(void** handle);
using Destroy = int (*)(void* handle);
using SetMode = int (*)(void* handle, int mode);
using GetVersion = int (*)(void* handle, int* version);
using Multiply = int (*)(void* handle, int a_is, int b_is, int m, int n, int k, const float* alpha, const float* a,
                         int a_stride, const float* b, int b_stride, const float* beta, float* c, int c_stride);
constexpr int as_it_stands = 0;  // not transposed
constexpr int default_math = 0;  // float arithmetic, without lower precision

}  // namespace

void* Cublas::function(const char* name) {
  void* const found = dlsym(library_, name);
  if (found == nullptr && why_not_.empty()) why_not_ = fmt::format("cuBLAS has no {}", name);
  return found;
}

void Cublas::open() {
  for (const std::string& folder : toolkit_folders())
    for (const char* const name : {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11", "libcublas.so"})
      if (library_ == nullptr) library_ = dlopen((folder + name).c_str(), RTLD_NOW | RTLD_LOCAL);
}

Cublas::Cublas() {
  setenv("NVIDIA_TF32_OVERRIDE", "0", 1);  // otherwise the machine's settings could let it round the factors
  open();
  if (library_ == nullptr) {
    why_not_ = "this machine has no libcublas.so";
    return;
  }
  const auto create = reinterpret_cast<Create>(function("cublasCreate_v2"));
  const auto set_mode = reinterpret_cast<SetMode>(function("cublasSetMathMode"));
  const auto get_version = reinterpret_cast<GetVersion>(function("cublasGetVersion_v2"));
  multiply_ = function("cublasSgemm_v2");
  if (!why_not_.empty()) return;
  static_cast<void>(driver());  // it works in the context of the current thread
  if (const int result = create(&handle_); result != 0) {
    handle_ = nullptr;
    why_not_ = fmt::format("cuBLAS could not be started: error {}", result);
    return;
  }
  if (set_mode(handle_, default_math) != 0 || get_version(handle_, &version_) != 0)
    why_not_ = "cuBLAS does not report its version, or rejects a mode";
}

Cublas::~Cublas() {
  if (handle_ != nullptr)
    if (const auto destroy = reinterpret_cast<Destroy>(dlsym(library_, "cublasDestroy_v2"))) destroy(handle_);
  // The library stays loaded: it may have threads of its own.
}

std::string Cublas::version() const {
  return fmt::format("{}.{}.{}", version_ / 10000, version_ / 100 % 100, version_ % 100);
}

// cuBLAS expects column-major matrices, so row-major ones count as transposed: C' = B' * A'.
void Cublas::start(std::int64_t m, std::int64_t n, std::int64_t k, const Matrices& matrices) {
  static_cast<void>(driver());
  const float one = 1, zero = 0;
  const auto rows = static_cast<int>(m), columns = static_cast<int>(n), inner = static_cast<int>(k);
  const int result =
      reinterpret_cast<Multiply>(multiply_)(handle_, as_it_stands, as_it_stands, columns, rows, inner, &one, matrices.b,
                                            columns, matrices.a, inner, &zero, matrices.c, columns);
  if (result != 0) throw GpuError(fmt::format("cuBLAS failed to multiply: error {}", result));
}

}  // namespace tilescope::cuda
