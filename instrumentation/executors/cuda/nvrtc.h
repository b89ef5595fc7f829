// NVRTC's functions, loaded at run time like the driver's.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace tilescope::cuda {

class Nvrtc {
 public:
  [[nodiscard]] static const Nvrtc& only();

  // Empty if it is available.
  [[nodiscard]] const std::string& why_not() const { return why_not_; }
  [[nodiscard]] bool is_there() const { return why_not_.empty(); }
  [[nodiscard]] std::string version() const { return version_; }
  // The library's path.
  [[nodiscard]] const std::string& file() const { return file_; }

  struct Made {
    std::vector<char> code;  // empty: see `said`
    std::string said;
    std::vector<std::string> symbols;  // the mangled names of `named`
  };
  // `headers`: names and contents of includable files, which must outlive the call. `named`: kernels and variables by
  // their C++ names, which are mangled in the code.
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
