// A text as TileScope understands it: its kernels and all that they need, or what is wrong with it, or both.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "instrumentation/language/tokens/diagnostic.h"
#include "instrumentation/language/tree/kernel.h"

namespace tilescope::language {

class Program {
 public:
  [[nodiscard]] const Source& source() const;
  [[nodiscard]] const std::vector<Kernel>& kernels() const;
  [[nodiscard]] const std::vector<Launch>& launches() const;
  [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const;  // by place
  [[nodiscard]] const Kernel* kernel(std::string_view name) const;
  [[nodiscard]] bool runnable() const;  // one kernel at least
  // Pieces of the text that a kernel does not need: the host's, and whatever it does not name, in order.
  [[nodiscard]] std::vector<Place> beside(const Kernel& kernel) const;
  [[nodiscard]] const std::vector<std::string>& includes() const;  // without <> or ""

 private:
  friend Program read(std::string text, const ReadOptions& options);
  struct Kept;
  std::shared_ptr<const Kept> kept_;
};

// Reads anything; what is wrong with it is told by the program's diagnostics. As often as one likes, from any thread.
[[nodiscard]] Program read(std::string text, const ReadOptions& options);
[[nodiscard]] inline Program read(std::string text) { return read(std::move(text), {}); }

}  // namespace tilescope::language
