#include "app/cli/table.h"

#include <fmt/format.h>

#include <algorithm>

namespace tilescope::cli {

std::string Table::text() const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t n = 0; n < row.size(); ++n) widths[n] = std::max(widths[n], row[n].size());
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t n = 0; n < row.size(); ++n) {
      const bool left = n == 0 || std::find(left_.begin(), left_.end(), n) != left_.end();
      line += n == 0 ? "" : "  ";
      line += left ? fmt::format("{:<{}}", row[n], widths[n]) : fmt::format("{:>{}}", row[n], widths[n]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t n = digits.size(); n > 3; n -= 3) digits.insert(n - 3, 1, ',');
  return digits;
}

}  // namespace tilescope::cli
