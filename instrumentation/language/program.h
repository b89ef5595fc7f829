// A source as TileScope understands it: its kernels and everything they need, its mistakes, or both.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "instrumentation/language/tokens/diagnostic.h"
#include "instrumentation/language/tree/kernel.h"

namespace tilescope::language {

// The source of a kernel and everything it needs.
struct PlainText {
  std::string text;
  std::string kernel;                              // its full C++ name: "reduce<256>"
  std::map<const Variable*, std::string> globals;  // their full C++ names
};

class Program {
 public:
  [[nodiscard]] const Source& source() const;
  [[nodiscard]] const ReadOptions& options() const;  // with which it was read
  [[nodiscard]] const std::vector<Kernel>& kernels() const;
  [[nodiscard]] const std::vector<Launch>& launches() const;
  [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const;  // sorted by location
  [[nodiscard]] const Kernel* kernel(std::string_view name) const;
  [[nodiscard]] bool runnable() const;  // true if at least one kernel is
  // Source for a CUDA compiler that has no headers.
  [[nodiscard]] PlainText plain_text(const Kernel& kernel) const;

 private:
  friend Program read(std::string text, const ReadOptions& options);
  struct Kept;
  std::shared_ptr<const Kept> kept_;
};

// Reads any source and reports its mistakes as diagnostics. May be called repeatedly and from any thread.
[[nodiscard]] Program read(std::string text, const ReadOptions& options);
[[nodiscard]] inline Program read(std::string text) { return read(std::move(text), {}); }

}  // namespace tilescope::language
