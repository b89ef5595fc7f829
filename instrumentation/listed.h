// Names in a sentence: "dark, light or contrast".
#pragma once

#include <string>

namespace tilescope {

template <class Names>
[[nodiscard]] std::string listed(const Names& names) {
  std::string words;
  std::size_t left = names.size();
  for (const auto& name : names) {
    words += name;
    --left;
    if (left > 0) words += left == 1 ? " or " : ", ";
  }
  return words;
}

}  // namespace tilescope
