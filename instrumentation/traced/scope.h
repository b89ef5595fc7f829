// What the text of a kernel finds around it. The instrumenter wraps a kernel's file into a struct that derives from
// Scope, so that its functions see their own thread, threadIdx and its kin, and __syncthreads.
#pragma once

#include <concepts>
#include <cstdint>

#include "instrumentation/traced/arguments.h"
#include "instrumentation/traced/view.h"

namespace tilescope::traced::inline TILESCOPE_RECORDER {

class Scope {
 public:
  TILESCOPE_HERE Scope(Thread& thread, const Arguments& arguments)
      : tilescope_thread(thread), tilescope_arguments(arguments) {}

  TILESCOPE_HERE void __syncthreads(int line = __builtin_LINE()) {
    tilescope_thread.barrier(static_cast<std::uint32_t>(line));
  }

  template <class T>
  TILESCOPE_HERE View<T> tilescope_view(const Arguments::Matrix& matrix, int array) {
    return View<T>(tilescope_storage(matrix, array), 0);
  }
  TILESCOPE_HERE Storage tilescope_storage(const Arguments::Matrix& matrix, int array) {
    return {&tilescope_thread, matrix.data, matrix.extent, static_cast<std::uint8_t>(array), Kind::global_load};
  }

  Thread& tilescope_thread;
  const Arguments& tilescope_arguments;
};

// The integer functions of CUDA; those of floats are in expression.h.
template <std::integral I, std::integral J>
TILESCOPE_HERE constexpr auto min(I a, J b) -> std::common_type_t<I, J> {
  using Both = std::common_type_t<I, J>;
  return static_cast<Both>(a) < static_cast<Both>(b) ? static_cast<Both>(a) : static_cast<Both>(b);
}
template <std::integral I, std::integral J>
TILESCOPE_HERE constexpr auto max(I a, J b) -> std::common_type_t<I, J> {
  using Both = std::common_type_t<I, J>;
  return static_cast<Both>(a) < static_cast<Both>(b) ? static_cast<Both>(b) : static_cast<Both>(a);
}

}  // namespace tilescope::traced::inline TILESCOPE_RECORDER
