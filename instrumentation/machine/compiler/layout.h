// The parts of a type in the machine's memory: numbers and pointers, each at an offset in bytes.
#pragma once

#include <string>
#include <vector>

#include "instrumentation/machine/code/code.h"

namespace tilescope::machine {

struct Leaf {
  language::Type type;  // a number, an enumeration or a pointer
  std::uint64_t offset = 0;
};

// The maximum number of leaves kept individually; a larger value is too large for a thread.
inline constexpr std::size_t most_leaves = 4096;

// In order; a union has its bytes as words. A scalar is its own leaf.
[[nodiscard]] std::vector<Leaf> leaves_of(language::Type type);
// The suffix of each leaf after the name of the whole: ".x", ".row[2]"; empty for a scalar.
[[nodiscard]] std::vector<std::string> leaf_names(language::Type type);
// The index of the leaf at an offset.
[[nodiscard]] std::size_t leaf_at(const std::vector<Leaf>& leaves, std::uint64_t offset);
// The innermost element type of an array of arrays.
[[nodiscard]] language::Type element_of(language::Type type);
// The extents of an array: rows, columns and so on.
[[nodiscard]] std::vector<std::int64_t> sides_of(language::Type type);
// The common alignment of all its parts, at most 8 bytes.
[[nodiscard]] std::uint32_t unit_of(language::Type type);
// True if each leaf can be a separate variable: there are few, and none is accessed by index.
[[nodiscard]] bool is_plain(language::Type type);

// For a scalar; an enumeration is its underlying type, a pointer an i64.
[[nodiscard]] Number number_of(language::Type type);
[[nodiscard]] Cell cell_of(language::Type type);

}  // namespace tilescope::machine
