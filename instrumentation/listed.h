// Names in a sentence: "dark, light or contrast", or with another word than "or".
#pragma once

#include <string>
#include <string_view>

namespace tilescope {

template <class Names>
[[nodiscard]] std::string listed(const Names& names, std::string_view last = "or") {
  std::string words;
  std::size_t left = names.size();
  for (const auto& name : names) {
    words += name;
    --left;
    if (left > 1) words += ", ";
    if (left == 1) words.append(" ").append(last).append(" ");
  }
  return words;
}

}  // namespace tilescope
