// Where memory is short, what this program uses may end it: a driver of OpenGL without a GPU compiles with LLVM, which
// ends the process in words of its own. Then the work is done by a process that this one looks after.
#pragma once

#include <cstdint>
#include <functional>

namespace tilescope::cli {

// What it takes about to draw without a GPU, whatever is drawn: of addresses, which is more than of memory.
inline constexpr std::uint64_t memory_to_draw = std::uint64_t{720} << 20;

// The exit code of the work; 1 after one line where it was ended for want of memory.
[[nodiscard]] int looked_after(const std::function<int()>& work);

// While there is one in a process that is looked after, what libraries say on standard error is not heard.
class Unheard {
 public:
  Unheard();
  ~Unheard();
  Unheard(const Unheard&) = delete;
  Unheard& operator=(const Unheard&) = delete;

 private:
  int errors_ = -1;  // where they go otherwise
};

}  // namespace tilescope::cli
