#include "kernels/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "instrumentation/error.h"

namespace tilescope {

namespace {

constexpr std::uintmax_t longest_file = std::uintmax_t{1} << 30;

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// One cell; `where` names it in messages.
float number(std::string_view cell, const std::string& where) {
  if (cell.empty()) throw UsageError(fmt::format("{}: the cell is empty", where));
  const std::string_view digits = cell.front() == '+' ? cell.substr(1) : cell;
  float value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::result_out_of_range)
    throw UsageError(fmt::format("{}: '{}' does not fit a float", where, cell));
  if (error != std::errc{} || end != digits.data() + digits.size())
    throw UsageError(fmt::format("{}: '{}' is not a number", where, cell.substr(0, 40)));
  if (!std::isfinite(value)) throw UsageError(fmt::format("{}: '{}' is not finite", where, cell));
  return value;
}

// Splitmix64, so that a seed means the same matrices everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  float operator()() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    z ^= z >> 31;
    return static_cast<float>(z >> 40) * 0x1p-23f - 1.0f;  // 24 bits, exactly: from -1 to below 1
  }

 private:
  std::uint64_t state_;
};

void require_shape(const Matrix& matrix, const char* name, std::int64_t rows, std::int64_t columns,
                   const std::string& inputs) {
  if (matrix.rows == rows && matrix.columns == columns) return;
  throw UsageError(fmt::format("--inputs {}: {} has {} rows and {} columns, and the launch needs {} x {}", inputs, name,
                               matrix.rows, matrix.columns, rows, columns));
}

}  // namespace

Matrix read_csv(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) throw UsageError(fmt::format("{}: there is no such file", path));
  if (!std::filesystem::is_regular_file(status)) throw UsageError(fmt::format("{}: is not a file", path));
  if (const auto size = std::filesystem::file_size(path, error); size > longest_file)
    throw UsageError(fmt::format("{}: has {} bytes, and {} are the most that is read", path, size, longest_file));
  std::ifstream in(path);
  if (!in) throw UsageError(fmt::format("{}: cannot be read", path));
  Matrix matrix;
  std::string line;
  std::int64_t empty_line = 0;
  for (std::int64_t row = 1; std::getline(in, line); ++row) {
    if (row == 1 && line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);  // a byte order mark
    if (trimmed(line).empty()) {
      empty_line = row;
      continue;
    }
    if (empty_line != 0 && matrix.rows > 0) throw UsageError(fmt::format("{}:{}: the line is empty", path, empty_line));
    std::int64_t column = 0;
    for (std::size_t begin = 0; begin <= line.size();) {
      const std::size_t comma = std::min(line.find(',', begin), line.size());
      ++column;
      matrix.elements.push_back(number(trimmed(std::string_view(line).substr(begin, comma - begin)),
                                       fmt::format("{}:{}: column {}", path, row, column)));
      begin = comma + 1;
    }
    if (matrix.columns == 0) matrix.columns = column;
    if (column != matrix.columns)
      throw UsageError(fmt::format("{}:{}: {} cells, and the rows above have {}", path, row, column, matrix.columns));
    ++matrix.rows;
  }
  if (matrix.rows == 0) throw UsageError(fmt::format("{}: holds no numbers", path));
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

void make_inputs(Launch& launch, const std::string& inputs, std::uint64_t seed, const InputFiles& files) {
  if (files.a && files.b) {
    require_shape(*files.a, "A", launch.m, launch.k, inputs);
    require_shape(*files.b, "B", launch.k, launch.n, inputs);
    launch.a = files.a->elements;
    launch.b = files.b->elements;
    return;
  }
  launch.a.resize(static_cast<std::size_t>(launch.m * launch.k));
  launch.b.resize(static_cast<std::size_t>(launch.k * launch.n));
  if (inputs == "random") {
    Random random(seed);
    for (float& element : launch.a) element = random();
    for (float& element : launch.b) element = random();
    return;
  }
  const auto count_up = [](std::vector<float>& matrix) {
    for (std::size_t n = 0; n < matrix.size(); ++n) matrix[n] = static_cast<float>(n + 1);
  };
  count_up(launch.b);
  if (inputs == "counting") {
    count_up(launch.a);
    return;
  }
  for (std::int64_t n = 0; n < std::min(launch.m, launch.k); ++n)
    launch.a[static_cast<std::size_t>(n * launch.k + n)] = 1.0f;
}

}  // namespace tilescope
