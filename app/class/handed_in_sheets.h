// Which sheets of a class belong together: before and after of the same student, by the name that stands on them. All
// that keeps a sheet from being counted is told in a line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/class/worksheet.h"

namespace tilescope::lessons {

// Two sheets of one student, by their numbers in the list.
struct SheetPair {
  std::string name;
  std::size_t before = 0, after = 0;
};

struct PairedSheets {
  std::vector<std::string> lessons;  // that most of the sheets are of
  std::uint64_t seed = 0;
  std::vector<SheetPair> pairs;    // by name
  std::vector<std::string> notes;  // a line each, beginning with a file
};

struct HandedInSheet {
  std::string file;
  FilledIn sheet;
};
// Sheets that are of no pair of sheets are passed over.
[[nodiscard]] PairedSheets pair_sheets(const std::vector<HandedInSheet>& sheets);

// A name as it is compared: with single blanks, and capitals as small letters.
[[nodiscard]] std::string name_key(const std::string& name);

}  // namespace tilescope::lessons
