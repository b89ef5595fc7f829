#include "instrumentation/launching/request/input_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "instrumentation/error.h"
#include "instrumentation/launching/request/csv_file.h"

namespace tilescope {

namespace {

std::string words_of_whole(float value) { return fmt::format("{:.0f}", value); }

}  // namespace

Matrix read_csv(const std::string& path) {
  const CsvFile file(path);
  Matrix matrix{file.rows(), file.columns(), {}};
  matrix.elements.reserve(static_cast<std::size_t>(file.count()));
  for (std::int64_t n = 0; n < file.count(); ++n) {
    const std::string_view cell = file.cell(n);
    float& value = matrix.elements.emplace_back();
    const std::string_view first = cell.substr(cell.starts_with('+') ? 1 : 0);
    if (std::from_chars(first.data(), first.data() + first.size(), value).ec != std::errc())
      throw UsageError(fmt::format("{}: '{}' does not fit in a float", file.place(n), cell));
    const bool is_whole = cell.find_first_of(".eE") == std::string_view::npos;
    if (is_whole && matrix.rounded.empty() && std::abs(value) >= 0x1p24F && words_of_whole(value) != first)
      matrix.rounded = fmt::format("{}: {}", file.place(n), cell);
  }
  return matrix;
}

InputFiles read_input_files(const std::string& inputs) {
  if (std::find(input_kinds.begin(), input_kinds.end(), inputs) != input_kinds.end()) return {};
  const std::size_t comma = inputs.find(',');
  if (comma == std::string::npos || comma == 0 || comma + 1 == inputs.size())
    throw UsageError(
        fmt::format("--inputs {}: give {}, or two files as A.csv,B.csv", inputs, fmt::join(input_kinds, ", ")));
  return {read_csv(inputs.substr(0, comma)), read_csv(inputs.substr(comma + 1))};
}

}  // namespace tilescope
