// The header of a kernel's file: what it says of its launch in lines that begin with //!.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/request.h"

namespace tilescope {

// What may be asked for, and besides what the text calls A, B, C, M, N and K.
struct KernelHeader : Request {
  std::map<std::string, std::string, std::less<>> names;
  std::map<std::string, std::uint32_t, std::less<>> lines;  // where each array and number is
  std::string file;

  // What a number is, nothing where the header does not say.
  [[nodiscard]] std::optional<double> value_of(std::string_view number) const;
  // "blur.cu:2: //! radius"
  [[nodiscard]] std::string place(std::string_view name) const;
};

// A UsageError names the file, the line and what is wrong. Files that it names lie beside it.
[[nodiscard]] KernelHeader read_header(const std::string& text, const std::string& file);

}  // namespace tilescope
