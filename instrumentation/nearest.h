// Finds the known name nearest to a mistyped one.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tilescope {

// How many letters have to change to make one word of the other.
[[nodiscard]] inline std::size_t letters_apart(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, changed}));
    }
  }
  return row.back();
}

// The first of those that are nearest, whatever letters are capitals; empty if there are none.
template <class Names>
[[nodiscard]] std::string_view nearest(std::string_view name, const Names& names) {
  const auto small = [](std::string text) {
    for (char& letter : text)
      if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return text;
  };
  const std::string wanted = small(std::string(name));
  std::string_view best;
  std::size_t least = 0;
  for (const std::string_view known : names) {
    const std::size_t apart = letters_apart(wanted, small(std::string(known)));
    if (best.empty() || apart < least) {
      best = known;
      least = apart;
    }
  }
  return best;
}

}  // namespace tilescope
