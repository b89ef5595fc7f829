// The parts of a type as the machine keeps it: numbers and pointers, each at an offset in bytes.
#pragma once

#include <string>
#include <vector>

#include "instrumentation/machine/code/code.h"

namespace tilescope::machine {

struct Leaf {
  language::Type type;  // a number, an enumeration or a pointer
  std::uint64_t offset = 0;
};

// At most this many are kept one by one; a larger value is too large for a thread.
inline constexpr std::size_t most_leaves = 4096;

// In order; those of a union are its bytes as words. A scalar is its own leaf.
[[nodiscard]] std::vector<Leaf> leaves_of(language::Type type);
// What each of them is called after the name of the whole: ".x", ".row[2]"; of a scalar nothing.
[[nodiscard]] std::vector<std::string> leaf_names(language::Type type);
// Which of them lies there.
[[nodiscard]] std::size_t leaf_at(const std::vector<Leaf>& leaves, std::uint64_t offset);
// What arrays of arrays are made of.
[[nodiscard]] language::Type element_of(language::Type type);
// How many rows, columns and so on an array has.
[[nodiscard]] std::vector<std::int64_t> sides_of(language::Type type);
// What all that lies in it is at a multiple of, 8 bytes at most.
[[nodiscard]] std::uint32_t unit_of(language::Type type);
// Whether each leaf may be a variable of its own: there are few, and no way to reach one by an index.
[[nodiscard]] bool is_plain(language::Type type);

// For a scalar, an enumeration as what it is kept in, a pointer as an i64.
[[nodiscard]] Number number_of(language::Type type);
[[nodiscard]] Cell cell_of(language::Type type);

}  // namespace tilescope::machine
