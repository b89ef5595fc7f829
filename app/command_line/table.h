// A plain table for a terminal: the first column is flush left, numbers are flush right.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::cli {

class Table {
 public:
  // `left`: the indices of further flush-left columns.
  explicit Table(std::vector<std::size_t> left = {}) : left_(std::move(left)) {}
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  void line() { rows_.emplace_back(); }
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::size_t> left_;
  std::vector<std::vector<std::string>> rows_;
};

// The width of UTF-8 text in terminal columns.
[[nodiscard]] std::size_t columns_in(std::string_view text);
[[nodiscard]] std::string with_commas(std::uint64_t number);  // 64,704

}  // namespace tilescope::cli
