// cuBLAS, loaded at run time: neither building nor starting the program needs it.
#pragma once

#include <string>

#include "instrumentation/executors/cuda/matrices.h"

namespace tilescope::cuda {

class Cublas {
 public:
  Cublas();
  Cublas(const Cublas&) = delete;
  Cublas& operator=(const Cublas&) = delete;
  ~Cublas();

  // Empty if it is available.
  [[nodiscard]] const std::string& why_not() const { return why_not_; }
  [[nodiscard]] bool is_there() const { return why_not_.empty(); }
  [[nodiscard]] std::string version() const;  // "13.0.2"

  // Starts C = A * B, row-major, in plain float arithmetic.
  void start(std::int64_t m, std::int64_t n, std::int64_t k, const Matrices& matrices);

 private:
  void open();
  [[nodiscard]] void* function(const char* name);

  void* library_ = nullptr;
  void* handle_ = nullptr;
  void* multiply_ = nullptr;
  int version_ = 0;
  std::string why_not_;
};

}  // namespace tilescope::cuda
