// Small choices in a view that explains: a GPU, the size of a cache. One choice of a row is on.
#pragma once

#include <string>
#include <vector>

#include "app/command/command.h"
#include "app/stage/picture.h"

namespace tilescope {

// A choice, and the command of a click on it.
struct Option {
  std::string words;
  bool on = false;
  Command leads_to;
  std::string when_on = {};  // the words while it is on, if they are others

  [[nodiscard]] const std::string& label() const { return on && !when_on.empty() ? when_on : words; }
};

struct OptionRow {
  std::string name;
  std::vector<Option> options;
};

// Options are numbered row by row; null if no option has that number.
[[nodiscard]] const Option* option_at(const std::vector<OptionRow>& rows, std::uint32_t number);
// The option some places after the one that is on, cyclically; null if the row is empty.
[[nodiscard]] const Option* option_beside(const OptionRow& row, int by);

// The rows, short ones side by side, in boxes that can be clicked.
[[nodiscard]] Picture options_picture(const std::vector<OptionRow>& rows, float width, float text);

}  // namespace tilescope
