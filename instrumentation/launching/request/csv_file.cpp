#include "instrumentation/launching/request/csv_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "instrumentation/error.h"
#include "instrumentation/launching/request/typed_number.h"

namespace tilescope {

namespace {

constexpr std::uintmax_t longest_file = std::uintmax_t{1} << 30;

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::string contents_of(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) throw UsageError(fmt::format("{}: there is no such file", path));
  if (!std::filesystem::is_regular_file(status)) throw UsageError(fmt::format("{}: is not a file", path));
  if (const auto size = std::filesystem::file_size(path, error); size > longest_file)
    throw UsageError(fmt::format("{}: has {} bytes, but at most {} are read", path, size, longest_file));
  std::ifstream in(path, std::ios::binary);
  if (!in) throw UsageError(fmt::format("{}: cannot be read", path));
  return {std::istreambuf_iterator<char>(in), {}};
}

// What is wrong with it; nothing of a number.
std::string wrong_with(std::string_view cell) {
  if (cell.empty()) return "the cell is empty";
  if (!is_number(cell)) return fmt::format("'{}' is not a number", cell.substr(0, 40));
  const char last = cell.back();  // of digits; else it is inf or nan
  return (last >= '0' && last <= '9') || last == '.' ? "" : fmt::format("'{}' is not finite", cell.substr(0, 40));
}

}  // namespace

CsvFile::CsvFile(std::string path) : path_(std::move(path)), text_(contents_of(path_)) {
  std::size_t begin = text_.starts_with("\xef\xbb\xbf") ? 3 : 0;  // a byte order mark
  for (std::int64_t line = 1; begin < text_.size(); ++line) {
    const std::size_t end = std::min(text_.find('\n', begin), text_.size());
    read(std::string_view(text_).substr(begin, end - begin), line);
    begin = end + 1;
  }
  if (rows_ == 0) throw UsageError(fmt::format("{}: holds no numbers", path_));
}

void CsvFile::read(std::string_view line, std::int64_t number) {
  if (trimmed(line).empty()) {
    empty_line_ = number;
    return;
  }
  if (rows_ == 0) first_line_ = number;
  if (rows_ > 0 && empty_line_ > first_line_)
    throw UsageError(fmt::format("{}:{}: the line is empty", path_, empty_line_));
  std::int64_t column = 0;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t comma = std::min(line.find(',', begin), line.size());
    const std::string_view cell = trimmed(line.substr(begin, comma - begin));
    ++column;
    if (const std::string wrong = wrong_with(cell); !wrong.empty())
      throw UsageError(fmt::format("{}:{}: column {}: {}", path_, number, column, wrong));
    cells_.push_back({static_cast<std::uint32_t>(cell.data() - text_.data()), static_cast<std::uint32_t>(cell.size())});
    begin = comma + 1;
  }
  if (columns_ == 0) columns_ = column;
  if (column != columns_)
    throw UsageError(fmt::format("{}:{}: {} cells, but the rows above have {}", path_, number, column, columns_));
  ++rows_;
}

std::string_view CsvFile::cell(std::int64_t number) const {
  const Cell& cell = cells_[static_cast<std::size_t>(number)];
  return std::string_view(text_).substr(cell.begin, cell.length);
}

std::string CsvFile::place(std::int64_t number) const {
  return fmt::format("{}:{}: column {}", path_, first_line_ + number / columns_, number % columns_ + 1);
}

}  // namespace tilescope
