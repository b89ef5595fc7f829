// Parses the words that describe an array: "8x8:ramp", "64", ":random" or ":values.csv".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/reading/fill.h"

namespace tilescope {

struct ArrayWords {
  std::vector<std::int64_t> sides;    // none: not said
  std::optional<reading::Fill> fill;  // likewise
  std::string file;                   // a .csv, in place of a fill
};

// A UsageError begins with `where`, which names the words as well.
[[nodiscard]] ArrayWords read_array_words(const std::string& words, const std::string& where);

}  // namespace tilescope
