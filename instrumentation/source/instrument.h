// Rewrites a kernel's text so that it records what it does: declarations alone change, every statement stays as it is.
// What cannot be recorded exactly is refused with its line and the reason.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "instrumentation/error.h"

namespace tilescope::source {

// Something in a kernel's text that TileScope does not record.
class SourceError : public Error {
 public:
  SourceError(std::uint32_t line, const std::string& reason) : Error(reason), line_(line) {}
  [[nodiscard]] std::uint32_t line() const noexcept { return line_; }

 private:
  std::uint32_t line_;
};

struct Instrumented {
  std::string kernel;      // the name of the __global__ function
  bool uses_tile = false;  // the build has to supply TILE
  std::string text;        // a header to be included once into namespace tilescope::traced, with TILESCOPE_TILE defined
};

// `file` is what #line directives and error messages of compilers call the text. Everything is put into a namespace of
// the name TILESCOPE_RECORDED, a macro that whoever includes the text defines.
[[nodiscard]] Instrumented instrument(std::string_view source, std::string_view file);

}  // namespace tilescope::source
