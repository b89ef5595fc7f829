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
  Hypothesis(const machine::Prepared& kernel, const KnownLaunch& launch, Launched by)
      : kernel_(kernel), least_side_(by == Launched::by_text ? 1 : 2), lengths_(launch.lengths) {
    const std::vector<machine::Array>& arrays = kernel_.code().arrays;
    for (std::uint32_t n = 0; n < arrays.size(); ++n) {
      if (!is_of_numbers(arrays[n]) || is_set_by_text(arrays[n])) lengths_[n] = 0;
      if (lengths_[n] > 0) (arrays[n].is_written ? parts_.outputs : parts_.inputs).push_back(n);
    }
    given_.setting = launch.setting;
    given_.scalars = launch.scalars;
  }

  [[nodiscard]] std::optional<SeenProduct> seen() {
    std::optional<Product> found = product();
    std::vector<double> ones = given_.scalars;
    for (std::size_t n = 0; n < ones.size(); ++n)
      if (kernel_.code().scalars[n].type.is_floating()) ones[n] = 1;
    if (!found && ones != given_.scalars) {
      given_.scalars = ones;
      found = product();
    }
    if (!found) return std::nullopt;
    found->agree = agreement(*found, given_.arrays, tried_.arrays);
    return SeenProduct{*found, std::move(given_), tried_.strays > 0};
  }

 private:
  [[nodiscard]] std::optional<Product> product() {
    constexpr std::size_t most_arrays = 6;
    if (parts_.inputs.size() + parts_.outputs.size() > most_arrays || !is_possible(kernel_, given_.setting))
      return std::nullopt;
    const std::vector<Product> all = by_lengths();
    if (all.empty()) return std::nullopt;
    given_.arrays = telling_numbers(kernel_, *std::max_element(lengths_.begin(), lengths_.end()));
    for (std::size_t n = 0; n < lengths_.size(); ++n)
      if (kernel_.code().arrays[n].is_parameter) given_.arrays[n].resize(static_cast<std::size_t>(lengths_[n]));
    tried_ = try_out(kernel_, given_, Blocks::all);
    const Tried& tried = tried_;
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
      if (!leaves_zeros(one, tried))
        for (const Product& each : in_any_layout(one))
          if (resemblance(each, given_.arrays, tried.arrays) >= enough_products) return each;
    for (const Product& one : all)
      if (!leaves_zeros(one, tried) && one.c.elements() * one.k() * one.k() <= most_for_columns)
        for (const Product& each : in_any_layout(one))
          if (products_made(kernel_, given_, each) >= enough_products) return each;
    return std::nullopt;
  }

  [[nodiscard]] static std::vector<Product> in_any_layout(const Product& product) {
    std::vector<Product> all;
    for (const int flags : {0, 7, 1, 2, 4, 3, 5, 6}) {
      Product& one = all.emplace_back(product);
      one.a.by_columns = (flags & 1) != 0;
      one.b.by_columns = (flags & 2) != 0;
      one.c.by_columns = (flags & 4) != 0;
    }
    return all;
  }
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
  Tried tried_;
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

std::optional<SeenProduct> product_in(const machine::Prepared& kernel, const KnownLaunch& launch, Launched by) {
  // What a text launches itself may have its sum forgotten.
  const machine::Code& code = kernel.code();
  if (by == Launched::by_text ? !may_multiply(code) : !may_be_product(code)) return std::nullopt;
  return Hypothesis(kernel, launch, by).seen();
}

std::optional<Product> product_in(const Launch& launch, Launched by) {
  const std::int64_t depth = launch.grid_depth, layers = launch.block_depth;
  KnownLaunch known{{{launch.grid.x, launch.grid.y / depth, depth},
                     {launch.block.x, launch.block.y / layers, layers},
                     launch.dynamic_shared_bytes},
                    {},
                    {}};
  for (const ExactNumber& number : launch.numbers) known.scalars.push_back(number.value);
  for (const Buffer& buffer : launch.buffers)
    known.lengths.push_back(
        buffer.sides.empty() ? 0 : static_cast<std::int64_t>(buffer.wanted_bytes() / buffer.element_bytes));
  const std::optional<SeenProduct> seen = product_in(*launch.program->prepared, known, by);
  // With other numbers than it is given, it is another launch.
  return seen && seen->given.scalars == known.scalars ? std::optional(seen->product) : std::nullopt;
}

}  // namespace tilescope::reading
