// NVRTC's functions, found when the program runs, as the driver's are.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace tilescope::cuda {

class Nvrtc {
 public:
  [[nodiscard]] static const Nvrtc& only();

  // Empty if it is there.
  [[nodiscard]] const std::string& why_not() const { return why_not_; }
  [[nodiscard]] bool is_there() const { return why_not_.empty(); }
  [[nodiscard]] std::string version() const { return version_; }
  // Where it was found.
  [[nodiscard]] const std::string& file() const { return file_; }

  struct Made {
    std::vector<char> code;  // none: what was said
    std::string said;
    std::vector<std::string> symbols;  // what those that were named are called in it
  };
  // `headers`: what the text may include, as names and texts, which last. `named`: kernels and variables as C++ names
  // them, which are not found by the names that they have there.
  struct Header {
    const char *name, *text;
  };
  [[nodiscard]] Made compile(const std::string& text, const std::string& name, const std::vector<std::string>& options,
                             std::span<const Header> headers, const std::vector<std::string>& named) const;

 private:
  Nvrtc();
  void open();

  using Result = int;
  using Program = struct ProgramThere*;
  template <class F>
  void take(const char* name, F& function);

  void* library_ = nullptr;
  std::string file_, why_not_, version_;
  Result (*version_function_)(int*, int*) = nullptr;
  Result (*create_)(Program*, const char*, const char*, int, const char* const*, const char* const*) = nullptr;
  Result (*destroy_)(Program*) = nullptr;
  Result (*compile_)(Program, int, const char* const*) = nullptr;
  Result (*add_name_)(Program, const char*) = nullptr;
  Result (*symbol_)(Program, const char*, const char**) = nullptr;
  Result (*code_size_)(Program, std::size_t*) = nullptr;
  Result (*code_)(Program, char*) = nullptr;
  Result (*log_size_)(Program, std::size_t*) = nullptr;
  Result (*log_)(Program, char*) = nullptr;
};

}  // namespace tilescope::cuda
