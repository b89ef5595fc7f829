#include "instrumentation/reading/proof.h"

#include <algorithm>
#include <utility>

#include "instrumentation/machine/array_values.h"
#include "instrumentation/reading/plan_budget.h"
#include "instrumentation/reading/uses.h"

namespace tilescope::reading {

namespace {

using Sides = std::array<std::int64_t, 3>;  // M, N, K

constexpr std::int64_t most_products = 1 << 22, most_blocks_of_a_launch = 1 << 13, quick_steps = 1 << 13;

// For a thread that makes all of C, and of others.
std::uint64_t rounds_for(const Sides& sides) {
  constexpr std::int64_t of_a_column = 256;
  return static_cast<std::uint64_t>(of_a_column * (sides[0] + sides[1] + sides[2]) +
                                    2 * sides[0] * sides[1] * sides[2]);
}
bool differ(const Sides& sides) { return sides[0] != sides[1] && sides[1] != sides[2] && sides[0] != sides[2]; }
std::int64_t products(const Sides& sides) { return sides[0] * sides[1] * sides[2]; }

// How a launch goes on from the one that was right.
enum class Growth : std::uint8_t { text, cover, columns_along_x, rows_along_x, all_along_x, as_it_is, blocks_grow };
constexpr std::array all_growths{Growth::text,        Growth::cover,    Growth::columns_along_x, Growth::rows_along_x,
                                 Growth::all_along_x, Growth::as_it_is, Growth::blocks_grow};

class Series {
 public:
  Series(const machine::Prepared& kernel, const ProductHints& known, const ProductReading& reading)
      : kernel_(kernel),
        known_(known),
        reading_(reading),
        base_{reading.product.m(), reading.product.n(), reading.product.k()} {
    const std::vector<NumberUse> uses = uses_of(kernel.code()).numbers;
    for (std::size_t n = 0; n < reading.scalars.size(); ++n) {
      const auto side = static_cast<std::size_t>(reading.scalars[n].side);
      if (side == 0) continue;
      is_said_[side - 1] = true;
      is_guarded_[side - 1] = is_guarded_[side - 1] || uses[n].is_guard;
    }
    // Rows and columns are guarded alike, or one of them was forgotten.
    if (is_said_[0] && is_said_[1] && is_guarded_[0] != is_guarded_[1]) is_guarded_[0] = is_guarded_[1] = true;
    const bool one_number = is_said_[0] + is_said_[1] + is_said_[2] == 1;
    is_square_ = one_number && base_[0] == base_[1] && base_[1] == base_[2];
    if (is_square_) is_said_ = {true, true, true};
    if (is_square_ && (is_guarded_[0] || is_guarded_[1] || is_guarded_[2])) is_guarded_ = {true, true, true};
  }

  [[nodiscard]] Proof proof() {
    const bool overflows = machine::number_in(kernel_.code().arrays[reading_.product.c.array])->size <= 2;
    if (overflows || (!is_said_[0] && !is_said_[1] && !is_said_[2])) return {};
    // Larger ones first: where those fail, nothing is known of the others.
    const std::vector<Sides> larger = larger_sides();
    Proof proof;
    proof.trust = larger.empty() && !differ(base_) ? Trust::doubtful : Trust::right;
    const bool any_guard = is_guarded_[0] || is_guarded_[1] || is_guarded_[2];
    const std::int64_t step = widest_access();
    std::vector<Sides> ragged;
    if (any_guard) ragged = {beside(step, is_guarded_), beside(-step, is_guarded_)};
    if (is_guarded_[2] && step == 1) ragged.push_back(with_one_more_step());
    std::vector<Sides> all = ragged;
    for (const Sides& sides : larger) all.push_back(sides);
    if (passes(all)) {
      const bool all_ragged = is_guarded_ == is_said_ || passes({beside(step, is_said_)});
      if ((!all_ragged && any_guard) || !adds_up_along_z() || !grows_taller()) proof.trust = Trust::doubtful;
      proof.failing = failing_;
      return proof;
    }
    proof.failing = failing_;
    if (!was_tried_) return {Trust::doubtful, {}};
    proof.trust = Trust::wrong;
    // Some texts take sides that four divides, as many as a thread does.
    const auto& block = reading_.setting.block;
    const bool is_wide = block[0] * block[1] > 16 && block[0] != 4 && block[1] != 4;
    if (any_guard && step == 1 && is_wide && passes(larger) && passes({beside(4, is_guarded_)}))
      proof.trust = Trust::doubtful;
    return proof;
  }

  // Whether it was right with equal sides, and is with longer ones that are equal: so they may be meant to be.
  [[nodiscard]] bool is_for_squares() {
    return base_[0] == base_[1] && base_[1] == base_[2] && passes({{2 * base_[0], 2 * base_[1], 2 * base_[2]}});
  }

 private:
  // How many elements of global memory one access moves.
  [[nodiscard]] std::int64_t widest_access() const {
    std::int64_t widest = 1;
    for (const Site& site : kernel_.code().sites)
      if (site.kind == Kind::global_load || site.kind == Kind::global_store) {
        if (site.width == Width::two) widest = std::max<std::int64_t>(widest, 2);
        if (site.width == Width::four) widest = 4;
      }
    return widest;
  }
  // Several times as long: the depth once the longest and once the shortest, and rows and columns likewise.
  [[nodiscard]] std::vector<Sides> larger_sides() const {
    if (is_square_) {
      const Sides twice{2 * base_[0], 2 * base_[1], 2 * base_[2]};
      return products(twice) <= most_products ? std::vector{twice} : std::vector<Sides>();
    }
    std::vector<Sides> all;
    static constexpr std::array<std::array<std::size_t, 3>, 2> orders{{{1, 0, 2}, {2, 0, 1}}};  // the shortest first
    for (const auto& order : orders)
      for (const auto& [least, apart] : {std::pair{2, 2}, {1, 2}, {2, 1}, {1, 1}}) {
        const Sides sides = in_order(order, least, apart);
        const bool is_last = least == 1 && apart == 1;
        if (products(sides) > most_products || blocks_for(sides) > most_blocks_of_a_launch || sides == base_) continue;
        if (!is_last && steps_for(sides) > quick_steps) continue;
        all.push_back(sides);
        break;
      }
    if (const Sides deep = deep_sides();
        !all.empty() && is_said_[2] && products(deep) <= most_products && deep[2] > base_[2])
      all.push_back(deep);
    return all;
  }
  // So deep that a walk through the tiles which is a step too long for each of them misses a whole one.
  [[nodiscard]] Sides deep_sides() const {
    Sides deep = base_;
    std::vector<std::int64_t> tiles = known_.launch.numbers;
    tiles.push_back(tile_side());
    for (const std::int64_t tile : tiles) {
      if (tile < 2 || tile > 1024) continue;
      const Sides sides{base_[0], base_[1], up(tile * (tile + 1), base_[2]) * base_[2]};
      if (products(sides) <= most_products) deep[2] = std::max(deep[2], sides[2]);
    }
    return deep;
  }
  // For shared memory, or 1.
  [[nodiscard]] std::int64_t tile_side() const {
    std::int64_t tile = 1;
    for (const machine::Array& array : kernel_.code().arrays)
      if (array.space == Space::shared && array.sides.size() == 2)
        tile = std::max(tile, std::min(array.sides[0], array.sides[1]));
    return tile;
  }
  // If they are as large as now.
  [[nodiscard]] std::int64_t blocks_for(const Sides& sides) const {
    const std::array<std::int64_t, 3>& grid = reading_.setting.grid;
    return grid[0] * grid[1] * grid[2] * up(sides[0], base_[0]) * up(sides[1], base_[1]);
  }
  // The steps along K of all warps: what a trial costs.
  [[nodiscard]] std::int64_t steps_for(const Sides& sides) const {
    const std::array<std::int64_t, 3>& block = reading_.setting.block;
    return blocks_for(sides) * up(block[0] * block[1] * block[2], 32) * sides[2];
  }
  // Each at least so many times as long as it was, and longer by such a factor than the one before.
  [[nodiscard]] Sides in_order(const std::array<std::size_t, 3>& order, std::int64_t least, std::int64_t apart) const {
    Sides sides = base_;
    std::int64_t before = 0;
    for (const std::size_t side : order) {
      if (!is_said_[side]) continue;
      sides[side] = base_[side] * std::max(least, apart * before / base_[side] + 1);
      before = sides[side];
    }
    return sides;
  }
  // A little more or less than what was right, in those sides.
  [[nodiscard]] Sides beside(std::int64_t step, const std::array<bool, 3>& which) const {
    static constexpr Sides apart{1, 3, 5};  // odd, so that no tile divides what four does
    Sides sides = base_;
    for (std::size_t n = 0; n < 3; ++n)
      if (which[n]) {
        const std::int64_t other = sides[n] + step * (is_square_ ? 1 : apart[n]);
        sides[n] = other > 0 ? other : std::abs(step);
      }
    if (!differ(sides) && !is_square_ && which[1]) sides[1] += 2 * std::abs(step);
    return sides;
  }

  // With a depth that ends one after a tile's end: a step that is left out there leaves out a whole product.
  [[nodiscard]] Sides with_one_more_step() const {
    const std::int64_t tile = tile_side();
    const std::int64_t depth = up(base_[2], tile) * tile + 1;
    Sides sides = beside(1, is_guarded_);
    if (is_square_) return {depth, depth, depth};
    sides[2] = depth;
    return sides;
  }
  // Whether all of them are right, however a launch goes on as long as it is the same way for all.
  [[nodiscard]] bool passes(const std::vector<Sides>& all) {
    if (all.empty()) return true;
    failing_.reset();
    const bool passes = std::any_of(all_growths.begin(), all_growths.end(), [&](Growth growth) {
      return is_meant(growth, all.back()) && std::all_of(all.begin(), all.end(), [&](const Sides& sides) {
               const std::optional<Setting> setting = setting_for(growth, sides);
               return setting && is_right(sides, *setting);
             });
    });
    if (passes) failing_.reset();  // of another way to go on
    return passes;
  }
  [[nodiscard]] bool uses_blocks() const {
    using Of = machine::Code::Coordinate;
    const auto& all = kernel_.code().coordinates;
    return std::any_of(all.begin(), all.end(), [](const auto& each) {
      return each.coordinate >= Of::block_x && each.coordinate <= Of::block_z;
    });
  }
  // Whether the text's own launch goes with the sides.
  [[nodiscard]] bool text_follows(const Sides& sides) const {
    if (!known_.in_text) return false;
    const std::optional<Setting> before = known_.in_text(numbers_for(base_)), now = known_.in_text(numbers_for(sides));
    return before && now && !(*before == *now) && is_possible(kernel_, *now);
  }
  [[nodiscard]] bool is_meant(Growth growth, const Sides& last) const {
    if (text_follows(last)) return growth == Growth::text;
    switch (growth) {
      case Growth::text: return static_cast<bool>(known_.in_text);
      case Growth::cover: return reading_.cover.kind != Cover::Kind::text;
      case Growth::as_it_is:
      case Growth::blocks_grow: return !uses_blocks();
      default: return true;
    }
  }
  [[nodiscard]] std::optional<Setting> setting_for(Growth growth, const Sides& sides) const {
    if (growth == Growth::text) {
      const std::optional<Setting> in_text = known_.in_text(numbers_for(sides));
      return in_text && is_possible(kernel_, *in_text) ? in_text : std::nullopt;
    }
    Setting setting = reading_.setting;
    auto& [grid, block, bytes] = setting;
    constexpr std::int64_t most_bytes = 49152;  // of a block: as much room as matrices so much larger may need
    const std::int64_t longer = up(std::max({sides[0], sides[1], sides[2]}), std::min({base_[0], base_[1], base_[2]}));
    if (bytes > 0) bytes = std::max(bytes, std::min(bytes * longer * longer, most_bytes));
    const auto grown = [&](std::int64_t before, std::size_t side) { return up(sides[side], up(base_[side], before)); };
    switch (growth) {
      case Growth::cover: grid = reading_.cover.grid(sides[0], sides[1]); break;
      case Growth::columns_along_x: grid = {grown(grid[0], 1), grown(grid[1], 0), grid[2]}; break;
      case Growth::rows_along_x: grid = {grown(grid[0], 0), grown(grid[1], 1), grid[2]}; break;
      case Growth::all_along_x: grid[0] *= up(sides[0], base_[0]) * up(sides[1], base_[1]); break;
      case Growth::blocks_grow:
        if (block[1] > 1)
          block = {grown(block[0], 1), grown(block[1], 0), block[2]};
        else
          block[0] *= up(sides[0], base_[0]) * up(sides[1], base_[1]);
        break;
      default: break;
    }
    return is_possible(kernel_, setting) ? std::optional(setting) : std::nullopt;
  }
  [[nodiscard]] std::vector<double> numbers_for(const Sides& sides) const {
    std::vector<double> all;
    for (const Number& number : reading_.scalars)
      all.push_back(number.side == Side::none ? number.value
                                              : static_cast<double>(sides[static_cast<std::size_t>(number.side) - 1]));
    return all;
  }

  [[nodiscard]] bool is_right(const Sides& sides, const Setting& setting) {
    ProductReading larger = reading_;
    Product& product = larger.product;
    larger.setting = setting;
    product.a.rows = product.c.rows = sides[0];
    product.b.columns = product.c.columns = sides[1];
    product.a.columns = product.b.rows = sides[2];
    LaunchInputs given{
        setting, numbers_for(sides),
        telling_numbers(kernel_, std::max({product.a.elements(), product.b.elements(), product.c.elements()})),
        rounds_for(sides)};
    for (const Matrix& matrix : {product.a, product.b, product.c})
      given.arrays[matrix.array].resize(static_cast<std::size_t>(matrix.elements()));
    const Tried tried = try_out(kernel_, given, Blocks::all, Order::in_doubt);
    was_tried_ = was_tried_ || !tried.gave_up;
    product.agree = tried.arrays[product.c.array].empty() ? 0 : agreement(product, given.arrays, tried.arrays);
    const bool is_right =
        tried.finished && tried.strays == 0 && product.agree == 1 && (!tried.raced || races_at_first());
    larger.trust = Trust::wrong;
    larger.cover = reading_.cover;
    if (!is_right && !failing_ && !tried.gave_up) failing_ = larger;
    return is_right;
  }
  // Whether threads race in the launch that was right as well: then it is shown there.
  [[nodiscard]] bool races_at_first() {
    if (!raced_) {
      const std::int64_t elements = std::max({base_[0] * base_[1], base_[1] * base_[2], base_[0] * base_[2]});
      const LaunchInputs given{reading_.setting, numbers_for(base_), telling_numbers(kernel_, elements)};
      raced_ = try_out(kernel_, given, Blocks::all, Order::in_doubt).raced;
    }
    return *raced_;
  }
  // Where no number says how many rows there are: twice as many, by more blocks.
  [[nodiscard]] bool grows_taller() {
    if (is_said_[0] || !is_said_[1] || !is_said_[2]) return true;
    const Sides tall{2 * base_[0], base_[1], 2 * base_[2]};
    if (products(tall) > most_products) return true;
    const std::optional<ProductReading> before = failing_;
    const bool grows = std::any_of(all_growths.begin(), all_growths.end(), [&](Growth growth) {
      const std::optional<Setting> setting = growth == Growth::text ? std::nullopt : setting_for(growth, tall);
      return setting && !(*setting == reading_.setting) && is_right(tall, *setting);
    });
    if (grows) failing_ = before;
    return grows;
  }
  // Where blocks lie along z too, or share the work along it, with two of them there.
  [[nodiscard]] bool adds_up_along_z() {
    using Of = machine::Code::Coordinate;
    const auto& all = kernel_.code().coordinates;
    const bool uses_z = std::any_of(all.begin(), all.end(), [](const auto& each) {
      return each.coordinate == Of::block_z || each.coordinate == Of::grid_dim_z;
    });
    if (!uses_z || reading_.setting.grid[2] > 1) return true;
    const std::optional<ProductReading> before = failing_;
    Setting setting = reading_.setting;
    setting.grid[2] = 2;
    const bool adds_up = is_right(base_, setting);
    failing_ = before;
    return adds_up;
  }

  const machine::Prepared& kernel_;
  const ProductHints& known_;
  const ProductReading& reading_;
  Sides base_;
  std::array<bool, 3> is_said_{}, is_guarded_{};
  bool is_square_ = false;  // one number says all sides
  bool was_tried_ = false;
  std::optional<bool> raced_;
  std::optional<ProductReading> failing_;  // the first
};

// Whether three numbers are each the limit of something else, as those of squares need not be.
bool has_three_limits(const ProductReading& reading, const std::vector<NumberUse>& uses) {
  std::array<bool, 3> is_limited{};
  for (std::size_t n = 0; n < uses.size(); ++n)
    if (const auto side = static_cast<std::size_t>(reading.scalars[n].side); side != 0 && uses[n].is_limit)
      is_limited[side - 1] = true;
  return is_limited[0] && is_limited[1] && is_limited[2];
}

}  // namespace

Proof prove(const machine::Prepared& kernel, const ProductHints& known, const ProductReading& reading) {
  Series series(kernel, known, reading);
  Proof proof = series.proof();
  // What could not be tried is not wrong.
  if (proof.trust == Trust::wrong && !proof.failing && PlanBudget::is_used_up()) proof.trust = Trust::doubtful;
  const bool may_tie = sides_said(known.by_name) < 3 && sides_said(reading.scalars) >= 2;
  const std::vector<NumberUse> uses = uses_of(kernel.code()).numbers;
  const bool is_tied = may_tie && !has_three_limits(reading, uses);
  if (proof.trust == Trust::wrong && is_tied && series.is_for_squares()) proof.trust = Trust::doubtful;
  // A factor that it is given and never looks at may have been forgotten.
  for (std::size_t n = 0; n < uses.size(); ++n)
    if (kernel.code().scalars[n].type.is_floating() && !uses[n].is_used && proof.trust == Trust::right)
      proof.trust = Trust::doubtful;
  return proof;
}

}  // namespace tilescope::reading
