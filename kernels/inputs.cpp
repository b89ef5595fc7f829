#include "kernels/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string_view>

#include "instrumentation/error.h"
#include "instrumentation/reading/launch_product.h"
#include "kernels/product_launch.h"

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

namespace {

using Values = std::function<double(std::uint64_t element)>;

// Random ones of whole numbers are whole; counting soon leaves short numbers, and goes round.
double fitting(double value, const Buffer& buffer, const std::string& inputs, bool is_short) {
  constexpr double most = 8;
  if (is_float(buffer.number)) return value;
  if (is_short) value = std::fmod(value, 5.0);
  if (inputs == "random") value = std::round(value * most);
  if (value != std::round(value))
    throw UsageError(
        fmt::format("--inputs {}: {} is of whole numbers, and {} is none", inputs, buffer.name, static_cast<float>(value)));
  return value;
}

bool is_short(const Buffer& buffer) { return !is_float(buffer.number) && buffer.element_bytes < 4; }

}  // namespace

void make_inputs(Launch& launch, const std::string& inputs, std::uint64_t seed, const InputFiles& files) {
  const auto product = reading::product_of(launch);
  if (!product) return;
  make_room(launch);
  const auto [m, n, k] = reading::sides_of(launch);
  Buffer &a = launch.buffers[product->a.array], &b = launch.buffers[product->b.array],
         &c = launch.buffers[product->c.array];
  const bool any_short = inputs == "counting" && (is_short(a) || is_short(b) || is_short(c));
  const auto fill = [&](Buffer& buffer, std::string_view how, const Values& value) {
    const std::uint64_t elements = buffer.bytes.size() / buffer.element_bytes;
    for (std::uint64_t element = 0; element < elements; ++element)
      buffer.put(element, fitting(value(element), buffer, inputs, any_short));
    buffer.fill = how;
  };
  if (files.a && files.b) {
    require_shape(*files.a, "A", m, k, inputs);
    require_shape(*files.b, "B", k, n, inputs);
    const std::size_t comma = inputs.find(',');
    fill(a, inputs.substr(0, comma), [&](std::uint64_t at) { return double{files.a->elements[at]}; });
    fill(b, inputs.substr(comma + 1), [&](std::uint64_t at) { return double{files.b->elements[at]}; });
    return;
  }
  if (inputs == "random") {
    Random random(seed);
    fill(a, inputs, [&](std::uint64_t) { return double{random()}; });
    fill(b, inputs, [&](std::uint64_t) { return double{random()}; });
    return;
  }
  const auto counting = [](std::uint64_t at) { return double{static_cast<float>(at + 1)}; };
  fill(b, "counting", counting);
  if (inputs == "counting") {
    fill(a, "counting", counting);
    return;
  }
  const auto columns = static_cast<std::uint64_t>(k);
  fill(a, "identity", [&](std::uint64_t at) { return at / columns == at % columns ? 1.0 : 0.0; });
}

void random_factors(std::vector<float>& a, std::vector<float>& b, std::size_t of_a, std::size_t of_b,
                    std::uint64_t seed) {
  Random random(seed);
  a.resize(of_a);
  b.resize(of_b);
  for (std::vector<float>* const each : {&a, &b})
    for (float& element : *each) element = random();
}

void copy_inputs(const Launch& from, Launch& to) {
  const auto given = reading::product_of(from), wanted = reading::product_of(to);
  if (!given || !wanted) return;
  make_room(to);
  for (const auto& [of, here] : {std::pair{given->a, wanted->a}, std::pair{given->b, wanted->b}}) {
    const Buffer& values = from.buffers[of.array];
    Buffer& copy = to.buffers[here.array];
    copy.fill = values.fill;
    const bool is_alike = of.by_columns == here.by_columns && values.number == copy.number && values.element_bytes == copy.element_bytes;
    if (is_alike && values.bytes.size() == copy.bytes.size()) {
      copy.bytes = values.bytes;
      continue;
    }
    for (std::int64_t row = 0; row < here.rows; ++row)
      for (std::int64_t column = 0; column < here.columns; ++column)
        copy.put(here.at(row, column), values.at(of.at(row, column)));
  }
}

}  // namespace tilescope
