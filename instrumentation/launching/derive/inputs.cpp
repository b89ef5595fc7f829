#include "instrumentation/launching/derive/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>
#include <utility>

#include "instrumentation/error.h"
#include "instrumentation/launching/request/input_files.h"
#include "instrumentation/reading/launch_product.h"

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
  throw UsageError(fmt::format("--inputs {}: {} has {} rows and {} columns, but the launch needs {} x {}", inputs, name,
                               matrix.rows, matrix.columns, rows, columns));
}

// Matrices of whole numbers take none that is another one as a float.
void require_exact(const Matrix& matrix, const Buffer& buffer) {
  if (!matrix.rounded.empty() && !is_float(buffer.number))
    throw UsageError(
        fmt::format("{}: matrices are read as floats, and a float cannot hold this number", matrix.rounded));
}

}  // namespace

namespace {

using Values = std::function<double(std::uint64_t element)>;

// Random ones of whole numbers are whole; counting soon leaves short numbers, and goes round.
double fitting(double value, const Buffer& buffer, const std::string& inputs, bool is_short) {
  constexpr double most = 8;
  if (is_float(buffer.number)) return value;
  if (is_short) value = std::fmod(value, 5.0);
  if (inputs == "random") value = std::round(value * most);
  if (value != std::round(value))
    throw UsageError(fmt::format("--inputs {}: {} holds whole numbers, but {} is not one", inputs, buffer.name,
                                 static_cast<float>(value)));
  return value;
}

bool is_short(const Buffer& buffer) { return !is_float(buffer.number) && buffer.element_bytes < 4; }

}  // namespace

void make_room(Launch& launch, const Launch& like) {
  for (Buffer& buffer : launch.buffers) {
    if (buffer.sides.empty()) continue;
    const auto zeros = std::find_if(like.buffers.begin(), like.buffers.end(), [&](const Buffer& other) {
      return other.fill == "zeros" && other.bytes.size() == buffer.wanted_bytes();
    });
    if (zeros != like.buffers.end())
      buffer.bytes = zeros->bytes;
    else
      buffer.bytes.assign(buffer.wanted_bytes(), std::byte{0});
  }
}

void make_inputs(Launch& launch, const std::string& inputs, std::uint64_t seed, const InputFiles& files) {
  const auto product = reading::product_of(launch);
  if (!product) return;
  const auto [m, n, k] = reading::sides_of(launch);
  Buffer &a = launch.buffers[product->a.array], &b = launch.buffers[product->b.array],
         &c = launch.buffers[product->c.array];
  for (Buffer& buffer : launch.buffers)
    if (buffer.bytes.empty() || &buffer == &c) buffer.bytes.assign(buffer.wanted_bytes(), std::byte{0});
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
    require_exact(*files.a, a);
    require_exact(*files.b, b);
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
  make_room(to, from);
  for (const auto& [of, here] : {std::pair{given->a, wanted->a}, std::pair{given->b, wanted->b}}) {
    const Buffer& values = from.buffers[of.array];
    Buffer& copy = to.buffers[here.array];
    copy.fill = values.fill;
    const bool is_alike =
        of.by_columns == here.by_columns && values.number == copy.number && values.element_bytes == copy.element_bytes;
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
