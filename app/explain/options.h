// Small choices in a view: a GPU, the size of a cache. One option of a row is on.
#pragma once

#include <string>
#include <vector>

#include "app/command/command.h"
#include "app/stage/flow.h"

namespace tilescope {

// A choice, and the command that a click on it sends.
struct Option {
  std::string words;
  bool on = false;
  Command leads_to;
  std::string when_on = {};  // the words while it is on; empty: the same

  [[nodiscard]] const std::string& label() const { return on && !when_on.empty() ? when_on : words; }
};

struct OptionRow {
  std::string name;
  std::vector<Option> options;
};

// Options are numbered through all rows. Null if there is no such number.
[[nodiscard]] const Option* option_at(const std::vector<OptionRow>& rows, std::uint32_t number);
// The option `by` places after the one that is on, cyclically; null if the row is empty.
[[nodiscard]] const Option* option_beside(const OptionRow& row, int by);

// The rows as clickable boxes, short rows side by side. Other rows may have the numbers before `first`.
[[nodiscard]] Picture options_picture(const std::vector<OptionRow>& rows, float width, float text,
                                      std::uint32_t first = 0);
// Likewise, as rows of a view.
void add_options(Flow& flow, const std::vector<OptionRow>& rows, const View& view, std::uint32_t first = 0);

}  // namespace tilescope
