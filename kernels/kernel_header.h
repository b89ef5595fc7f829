// The header of a kernel's file: what it says of its launch in lines that begin with //!.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace tilescope {

struct KernelHeader {
  std::string entry;
  std::map<std::string, std::string, std::less<>> names;   // of A, B, C, M, N and K, as the text has them
  std::map<std::string, double, std::less<>> values;       // of other numbers
  std::map<std::string, std::string, std::less<>> arrays;  // as --array has them
  std::optional<std::array<std::int64_t, 3>> grid, block;
  std::optional<std::int64_t> shared_bytes;
};

// A UsageError names the file, the line and what is wrong.
[[nodiscard]] KernelHeader read_header(const std::string& text, const std::string& file);

}  // namespace tilescope
