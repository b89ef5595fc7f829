// CUDA source, compiled on first use for the GPU in use, and cached in the user's cache folder.
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

// The compiler, NVRTC, or why it is missing.
struct Compiler {
  bool there = false;
  std::string version;  // "13.0"
  std::string why_not;
};
[[nodiscard]] const Compiler& compiler();
// Whether cached code is used, which is the default; for measurements.
void use_kept_code(bool use);

// CUDA source, and how it is compiled.
struct Text {
  std::string text;
  std::vector<std::string> options;
  std::string what;                  // for messages
  std::vector<std::string> named{};  // as in C++: the kernel "reduce<256>" first, then variables: "&limits::table"
};

// Source that is loaded on the GPU. Its kernels are found by name; callers must know their parameters. Several threads
// may compile at once, and several programs share the cache folder. A GpuError has the first lines of the compiler's
// output.
class Module {
 public:
  explicit Module(Text text) : text_(std::move(text)) {}
  // Compiles and loads it if necessary. Without a name: the first of `named`.
  [[nodiscard]] Function function(const char* name = nullptr);
  // The address of a variable, by its index in `named`.
  [[nodiscard]] Address variable(std::size_t named);
  // Compiles it ahead, to make loading fast. From any thread.
  void prepare();
  [[nodiscard]] bool is_prepared();

 private:
  void load();

  Text text_;
  std::vector<std::string> symbols_;
  std::vector<char> code_;
  LoadedModule loaded_ = nullptr;
  std::map<std::string, Function, std::less<>> functions_;  // those requested so far
  std::uint32_t generation_ = 0;
  std::mutex mutex_;
};

// A kernel of our own for GPUs, from the file with this name.
[[nodiscard]] Function own_function(std::string_view file, const char* name);

struct Shape {
  unsigned x = 1, y = 1, z = 1;
};

// Starts a kernel and returns before it is done.
template <class... Arguments>
void start(Function function, Shape grid, Shape block, std::size_t shared, const std::string& what,
           const Arguments&... arguments) {
  void* all[] = {const_cast<void*>(static_cast<const void*>(&arguments))...};
  check(driver().launch_kernel(function, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                               static_cast<unsigned>(shared), nullptr, all, nullptr),
        what);
}

[[nodiscard]] int fact(Function function, FunctionFact which);
// Requests more dynamic shared memory than the default that every GPU has.
void allow_shared_memory(Function function, std::uint64_t bytes, const std::string& what);

}  // namespace tilescope::cuda
