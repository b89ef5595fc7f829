// Does work in a supervised child process. If memory is short, a library may end the process: software OpenGL compiles
// with LLVM, which then aborts with its own messages.
#pragma once

#include <cstdint>
#include <functional>

namespace tilescope::cli {

// The approximate address space needed for drawing without a GPU, which is more than the memory used.
inline constexpr std::uint64_t memory_to_draw = std::uint64_t{720} << 20;

// Returns the work's exit code; if the work ran out of memory, prints one line and returns 1.
[[nodiscard]] int looked_after(const std::function<int()>& work);

// In a supervised process, keeps libraries from writing to standard error during its lifetime.
class Unheard {
 public:
  Unheard();
  ~Unheard();
  Unheard(const Unheard&) = delete;
  Unheard& operator=(const Unheard&) = delete;

 private:
  int errors_ = -1;  // the original standard error
};

}  // namespace tilescope::cli
