// Pairs a class's sheets from before and after, by the student's name on them. If a sheet is not counted, one line
// gives the reason.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/class/worksheet.h"

namespace tilescope::lessons {

// The two sheets of one student, by their indices in the list.
struct SheetPair {
  std::string name;
  std::size_t before = 0, after = 0;
};

struct PairedSheets {
  std::vector<std::string> lessons;  // of most sheets
  std::uint64_t seed = 0;
  std::vector<SheetPair> pairs;    // by name
  std::vector<std::string> notes;  // one line each; each begins with a file
};

struct HandedInSheet {
  std::string file;
  FilledIn sheet;
};
// Skips sheets that are neither for before nor for after.
[[nodiscard]] PairedSheets pair_sheets(const std::vector<HandedInSheet>& sheets);

// The form in which names are compared: with single blanks and in lower case.
[[nodiscard]] std::string name_key(const std::string& name);

}  // namespace tilescope::lessons
