// CUDA text, compiled for the GPU that is used when it is first asked for, and kept in the user's cache folder.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "instrumentation/executors/cuda/driver.h"

namespace tilescope::cuda {

// What compiles, or why there is nothing that does: NVRTC, the toolkit's library for that.
struct Compiler {
  bool there = false;
  std::string version;  // "13.0"
  std::string why_not;
};
[[nodiscard]] const Compiler& compiler();
// Whether what was compiled before is taken, as it is at first; for measurements.
void use_kept_code(bool use);

// A text, and how it is compiled.
struct Text {
  std::string text;
  std::vector<std::string> options;
  std::string what;                  // for messages
  std::vector<std::string> named{};  // as C++ does: the kernel "reduce<256>" first, then variables: "&limits::table"
};

// A text that is loaded on the GPU. Its kernels are found by name; their parameters are the launch's business. Several
// threads may compile at once, and several programs share the folder where what was compiled is kept. A GpuError has
// the first lines of what the compiler says.
class Module {
 public:
  explicit Module(Text text) : text_(std::move(text)) {}
  // Compiles and loads it, unless that is done. Without a name: the first of those that the text names.
  [[nodiscard]] Function function(const char* name = nullptr);
  // Where a variable is, by its number among those names.
  [[nodiscard]] Address variable(std::size_t named);
  // Compiles it, so that loading takes no time later. From any thread.
  void prepare();
  [[nodiscard]] bool is_prepared();

 private:
  void load();

  Text text_;
  std::vector<std::string> symbols_;
  std::vector<char> code_;
  LoadedModule loaded_ = nullptr;
  std::map<std::string, Function, std::less<>> functions_;  // that were asked for
  std::uint32_t generation_ = 0;
  std::mutex mutex_;
};

// The text of our own kernels on a GPU, by the name of its file.
[[nodiscard]] Function own_function(std::string_view file, const char* name);

struct Shape {
  unsigned x = 1, y = 1, z = 1;
};

// Starts a kernel and comes back before it is done.
template <class... Arguments>
void start(Function function, Shape grid, Shape block, std::size_t shared, const std::string& what,
           const Arguments&... arguments) {
  void* all[] = {const_cast<void*>(static_cast<const void*>(&arguments))...};
  check(driver().launch_kernel(function, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                               static_cast<unsigned>(shared), nullptr, all, nullptr),
        what);
}

[[nodiscard]] int fact(Function function, FunctionFact which);
// Blocks get no more dynamic shared memory than every GPU has unless it is asked for.
void allow_shared_memory(Function function, std::uint64_t bytes, const std::string& what);

}  // namespace tilescope::cuda
