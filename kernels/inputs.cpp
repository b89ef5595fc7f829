#include "kernels/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "instrumentation/error.h"
#include "instrumentation/executors/recorded_kernel.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/run.h"
#include "kernels/csv_file.h"

namespace tilescope {

namespace {

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

std::string words_of_whole(float value) { return fmt::format("{:.0f}", value); }

// Matrices of whole numbers take none that is another one as a float.
void require_exact(const Matrix& matrix, const Launch& launch, RecordedKernel::Matrix which) {
  if (matrix.rounded.empty() || !launch.program) return;
  const auto& arrays = launch.program->prepared->code().arrays;
  for (std::size_t n = 0; n < arrays.size(); ++n)
    if (launch.program->arrays[n] == which && !machine::number_in(arrays[n]).is_floating())
      throw UsageError(fmt::format("{}: matrices are read as floats, and this is none", matrix.rounded));
}

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
      throw UsageError(fmt::format("{}: '{}' does not fit a float", file.place(n), cell));
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

void make_inputs(Launch& launch, const std::string& inputs, std::uint64_t seed, const InputFiles& files) {
  if (files.a && files.b) {
    require_shape(*files.a, "A", launch.m, launch.k, inputs);
    require_shape(*files.b, "B", launch.k, launch.n, inputs);
    require_exact(*files.a, launch, RecordedKernel::Matrix::a);
    require_exact(*files.b, launch, RecordedKernel::Matrix::b);
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
