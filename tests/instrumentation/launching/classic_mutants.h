// The classics' texts, each with one barrier or one guard left out. All barriers and guards of a text are found by
// themselves, so a new classic needs nothing here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::test {

// A guard is every condition that decides whether something is done: of an `if`, of a `?`, of a `bool` that is kept,
// and each of several that are joined; of a loop, what is joined to its bound, and, where a thread begins at a place of
// its own, the bound itself. Columns stay what they are, so that events can be compared with those of the whole text.
struct ClassicMutant {
  std::string what;  // is left out: "i < n on line 14"
  std::string text;
  bool is_barrier = false;
};
[[nodiscard]] std::vector<ClassicMutant> classic_mutants(std::string_view text);

// The text with blanks for its comments, up to its first `reference`.
[[nodiscard]] std::string kernels_in(std::string_view text);

}  // namespace tilescope::test
