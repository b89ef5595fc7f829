#include "app/editor/line_diff.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace tilescope::editor {

namespace {

constexpr std::size_t most_compared = 1 << 17;  // pairs of lines; beyond that, all lines between the equal ends are new

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    at = end + 1;
  }
  return lines;
}

// The longest common subsequence of the lines between the equal ends.
void match(const std::vector<std::string_view>& before, const std::vector<std::string_view>& now, std::size_t first,
           std::size_t before_end, std::size_t now_end, std::vector<std::uint32_t>& found) {
  const std::size_t rows = before_end - first, columns = now_end - first;
  if (rows == 0 || columns == 0 || rows > most_compared / columns) return;
  std::vector<std::uint32_t> longest((rows + 1) * (columns + 1));
  const auto at = [&](std::size_t row, std::size_t column) -> std::uint32_t& {
    return longest[row * (columns + 1) + column];
  };
  for (std::size_t row = rows; row-- > 0;)
    for (std::size_t column = columns; column-- > 0;)
      at(row, column) = before[first + row] == now[first + column] ? at(row + 1, column + 1) + 1
                                                                   : std::max(at(row + 1, column), at(row, column + 1));
  for (std::size_t row = 0, column = 0; row < rows && column < columns;) {
    if (before[first + row] == now[first + column]) {
      found[first + column] = static_cast<std::uint32_t>(first + row + 1);
      ++row, ++column;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      ++row;
    } else {
      ++column;
    }
  }
}

}  // namespace

std::vector<std::uint32_t> lines_before(std::string_view before, std::string_view now) {
  if (before == now) {
    std::vector<std::uint32_t> same(static_cast<std::size_t>(std::count(now.begin(), now.end(), '\n')) + 1);
    std::iota(same.begin(), same.end(), 1U);
    return same;
  }
  const std::vector<std::string_view> one = lines_of(before), other = lines_of(now);
  std::vector<std::uint32_t> found(other.size());
  std::size_t first = 0, end = one.size(), other_end = other.size();
  while (first < std::min(end, other_end) && one[first] == other[first]) {
    found[first] = static_cast<std::uint32_t>(first + 1);
    ++first;
  }
  while (end > first && other_end > first && one[end - 1] == other[other_end - 1]) {
    found[other_end - 1] = static_cast<std::uint32_t>(end);
    --end, --other_end;
  }
  match(one, other, first, end, other_end, found);
  return found;
}

}  // namespace tilescope::editor
