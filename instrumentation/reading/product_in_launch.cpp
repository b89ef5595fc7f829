#include "instrumentation/reading/product_in_launch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/reading/product_reading.h"
#include "instrumentation/reading/trial.h"

namespace tilescope::reading {

namespace {

using Lengths = std::array<std::int64_t, 3>;  // of A, B and C

// M, N and K, as the lengths of two factors and their product have them; nothing if no whole numbers do.
std::optional<std::array<std::int64_t, 3>> sides_by(const Lengths& lengths, std::int64_t least) {
  constexpr double most_products = 1 << 25;
  const auto [a, b, c] = lengths;
  const auto root = [](std::int64_t x, std::int64_t y, std::int64_t z) {
    return std::llround(std::sqrt(static_cast<double>(x) * static_cast<double>(y) / static_cast<double>(z)));
  };
  const std::int64_t m = root(a, c, b), n = root(b, c, a), k = root(a, b, c);
  if (m < least || n < least || k < 2 || m * k != a || k * n != b || m * n != c) return std::nullopt;
  if (static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) > most_products) return std::nullopt;
  return std::array<std::int64_t, 3>{m, n, k};
}

class Hypothesis {
 public:
  Hypothesis(const Launch& launch, Launched by)
      : kernel_(*launch.program->prepared),
        least_side_(by == Launched::by_text ? 1 : 2),
        lengths_(kernel_.code().arrays.size()) {
    const std::vector<machine::Array>& arrays = kernel_.code().arrays;
    for (std::uint32_t n = 0; n < arrays.size(); ++n) {
      const Buffer& buffer = launch.buffers[n];
      if (!is_of_numbers(arrays[n]) || is_set_by_text(arrays[n]) || buffer.sides.empty()) continue;
      lengths_[n] = static_cast<std::int64_t>(buffer.wanted_bytes() / buffer.element_bytes);
      (arrays[n].is_written ? parts_.outputs : parts_.inputs).push_back(n);
    }
    const std::int64_t depth = launch.grid_depth, layers = launch.block_depth;
    given_.setting = {{launch.grid.x, launch.grid.y / depth, depth},
                      {launch.block.x, launch.block.y / layers, layers},
                      launch.dynamic_shared_bytes};
    for (const ExactNumber& number : launch.numbers) given_.scalars.push_back(number.value);
  }

  [[nodiscard]] std::optional<Product> product() {
    constexpr std::size_t most_arrays = 6;
    if (parts_.inputs.size() + parts_.outputs.size() > most_arrays || !is_possible(kernel_, given_.setting))
      return std::nullopt;
    const std::vector<Product> all = by_lengths();
    if (all.empty()) return std::nullopt;
    given_.arrays = telling_numbers(kernel_, *std::max_element(lengths_.begin(), lengths_.end()));
    for (std::size_t n = 0; n < lengths_.size(); ++n)
      if (kernel_.code().arrays[n].is_parameter) given_.arrays[n].resize(static_cast<std::size_t>(lengths_[n]));
    const Tried tried = try_out(kernel_, given_, Blocks::all);
    if (!tried.finished) return std::nullopt;
    std::optional<Product> best;
    for (const Product& one : all) {
      const Parts parts{{one.a.array, one.b.array}, {one.c.array}};
      auto found = find_product(parts, {one.m(), one.n(), one.k()}, given_.arrays, tried.arrays, enough_elements);
      if (found && is_whole(*found, tried)) found->agree = agreement(*found, given_.arrays, tried.arrays);
      if (found && found->agree >= enough_elements && (!best || found->agree > best->agree)) best = found;
    }
    // What takes something else as well may be meant to be another thing.
    if (best || parts_.inputs.size() != 2 || parts_.outputs.size() != 1) return best;
    constexpr std::int64_t most_for_columns = 1 << 24;  // products, where each column of A has a launch of its own
    for (const Product& one : all)                      // in which mistakes are everywhere
      if (!leaves_zeros(one, tried) && (resemblance(one, given_.arrays, tried.arrays) >= enough_products ||
                                        (one.c.elements() * one.k() * one.k() <= most_for_columns &&
                                         products_made(kernel_, given_, one) >= enough_products)))
        return one;
    return std::nullopt;
  }

 private:
  // Whether it stores all of C, or as much.
  [[nodiscard]] static bool is_whole(const Product& product, const Tried& tried) {
    return static_cast<std::int64_t>(tried.stores[product.c.array]) >= product.c.elements();
  }
  // Where it stores zeros in many elements, it does so on purpose, as max(0, sum) does.
  [[nodiscard]] bool leaves_zeros(const Product& product, const Tried& tried) const {
    const std::uint32_t c = product.c.array;
    return is_whole(product, tried) &&
           10 * changed(given_.arrays[c], tried.arrays[c]).size() < 9 * tried.arrays[c].size();
  }
  // All that their lengths allow, by rows.
  [[nodiscard]] std::vector<Product> by_lengths() const {
    std::vector<Product> all;
    for (const std::uint32_t c : parts_.outputs)
      for (const std::uint32_t a : parts_.inputs)
        for (const std::uint32_t b : parts_.inputs)
          if (const auto sides =
                  a == b ? std::nullopt : sides_by({lengths_[a], lengths_[b], lengths_[c]}, least_side_)) {
            const auto [m, n, k] = *sides;
            all.push_back({{a, m, k}, {b, k, n}, {c, m, n}, 0});
          }
    return all;
  }

  const machine::Prepared& kernel_;
  std::int64_t least_side_;
  std::vector<std::int64_t> lengths_;  // by array; 0: it is none of numbers, or holds nothing
  Parts parts_;
  LaunchInputs given_;
};

}  // namespace

bool may_multiply(const machine::Code& code) {
  const bool has_floats = std::any_of(code.arrays.begin(), code.arrays.end(), [](const machine::Array& array) {
    return array.space == Space::global && machine::number_in(array).is_floating();
  });
  if (!has_floats) return true;
  return std::any_of(code.instructions.begin(), code.instructions.end(), [](const machine::Instruction& each) {
    using machine::Op;
    return is_float(each.number) && (each.op == Op::multiply || each.op == Op::multiply_add || each.op == Op::function);
  });
}

bool may_be_product(const machine::Code& code) {
  if (!may_multiply(code)) return false;
  const bool sums = std::any_of(code.sites.begin(), code.sites.end(), [](const Site& site) {
    const auto form = static_cast<SumForm>(site.operand);
    return site.kind == Kind::partial_sum && (form == SumForm::add || form == SumForm::multiply_add);
  });
  if (!sums) return false;
  std::size_t arrays = 0, written = 0;
  for (const machine::Array& array : code.arrays) {
    if (!is_of_numbers(array)) continue;
    ++arrays;
    if (array.is_written) ++written;
  }
  return arrays >= 3 && written > 0;
}

std::optional<Product> product_in(const Launch& launch, Launched by) {
  const machine::Code& code = launch.program->prepared->code();
  // What a text launches itself may have its sum forgotten.
  if (by == Launched::by_text ? !may_multiply(code) : !may_be_product(code)) return std::nullopt;
  return Hypothesis(launch, by).product();
}

}  // namespace tilescope::reading
