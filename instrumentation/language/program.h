// A text as TileScope understands it: its kernels and all that they need, or its mistakes, or both.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "instrumentation/language/tokens/diagnostic.h"
#include "instrumentation/language/tree/kernel.h"

namespace tilescope::language {

// A kernel and what it needs, as text.
struct PlainText {
  std::string text;
  std::string kernel;                              // as C++ names it: "reduce<256>"
  std::map<const Variable*, std::string> globals;  // of it, likewise
};

class Program {
 public:
  [[nodiscard]] const Source& source() const;
  [[nodiscard]] const std::vector<Kernel>& kernels() const;
  [[nodiscard]] const std::vector<Launch>& launches() const;
  [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const;  // by place
  [[nodiscard]] const Kernel* kernel(std::string_view name) const;
  [[nodiscard]] bool runnable() const;  // one kernel at least
  // For a compiler of CUDA that knows no headers.
  [[nodiscard]] PlainText plain_text(const Kernel& kernel) const;

 private:
  friend Program read(std::string text, const ReadOptions& options);
  struct Kept;
  std::shared_ptr<const Kept> kept_;
};

// Reads anything; what is wrong with it is told by the program's diagnostics. As often as needed, from any thread.
[[nodiscard]] Program read(std::string text, const ReadOptions& options);
[[nodiscard]] inline Program read(std::string text) { return read(std::move(text), {}); }

}  // namespace tilescope::language
