#include "instrumentation/machine/lanes/compute.h"

#include "instrumentation/machine/lanes/operations.h"

namespace tilescope::machine {

const Operations& operations() {
#if defined(__x86_64__)
  static const Operations* const best = [] {
    const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
    if (avx512) return operations_avx512();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return operations_avx2();
    return operations_baseline();
  }();
  return *best;
#else
  return *operations_baseline();
#endif
}

std::uint64_t compute(Op op, Number number, Number from, Cell cell, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  std::uint64_t d = 0;
  operations_baseline()->find(op, number, from, cell, 0, false)(&d, &a, &b, &c, nullptr, 0, 1);
  return d;
}

}  // namespace tilescope::machine
