#include "instrumentation/reading/read_product.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "instrumentation/machine/code/code.h"
#include "instrumentation/reading/guess_launch.h"
#include "instrumentation/reading/plan_budget.h"
#include "instrumentation/reading/product_in_launch.h"
#include "instrumentation/reading/proof.h"
#include "instrumentation/reading/uses.h"

namespace tilescope::reading {

namespace {

using Sides = std::array<std::int64_t, 3>;  // M, N, K
using Kind = Cover::Kind;

Sides sides_of(const Product& product) { return {product.m(), product.n(), product.k()}; }

// Whether blocks have sides by which no thread differs: such a text is right for blocks of one row or column alone.
bool forgets_threads(const machine::Code& code) {
  using Of = machine::Code::Coordinate;
  const auto asks = [&](Of wanted) {
    return std::any_of(code.coordinates.begin(), code.coordinates.end(),
                       [&](const auto& each) { return each.coordinate == wanted; });
  };
  return (asks(Of::block_dim_x) && !asks(Of::thread_x)) || (asks(Of::block_dim_y) && !asks(Of::thread_y));
}

// How the blocks may lie: what the first one makes says it.
std::vector<Cover> covers(const machine::Prepared& kernel, const SeenProduct& seen) {
  const Product& product = seen.product;
  const Sides& block = seen.given.setting.block;
  const Tried first = try_out(kernel, seen.given, Blocks::first);
  if (!first.finished) return {};
  const std::vector<std::size_t> made = changed(seen.given.arrays[product.c.array], first.arrays[product.c.array]);
  std::int64_t rows = 0, columns = 0;
  for (const std::size_t at : made) {
    const auto place = static_cast<std::int64_t>(at);
    const std::int64_t line = product.c.by_columns ? product.c.rows : product.c.columns;
    rows = std::max(rows, (product.c.by_columns ? place % line : place / line) + 1);
    columns = std::max(columns, (product.c.by_columns ? place / line : place % line) + 1);
  }
  // All of C was made: as far as is known, a block makes what it has threads for.
  if (columns == product.n()) columns = std::max(columns, block[0]);
  if (rows == product.m()) rows = std::max(rows, block[1]);
  const std::int64_t threads = block[0] * block[1] * block[2];
  const auto count = static_cast<std::int64_t>(made.size());
  std::vector<Cover> all;
  if (block[1] == 1 && count == std::min(threads, product.c.elements())) all.push_back({Kind::elements, threads, 1});
  if (block[1] == 1 && count > 0 && static_cast<std::int64_t>(made.back()) + 1 == count)
    all.push_back({Kind::elements, count, 1});
  for (const Kind kind : {Kind::tiles, Kind::tiles_by_rows, Kind::tiles_in_a_row}) all.push_back({kind, columns, rows});
  return all;
}

// What the numbers of a launch that is a product are to it, and whether it is one in others.
class Roles {
 public:
  Roles(const machine::Prepared& kernel, const ProductHints& known, const SeenProduct& seen)
      : kernel_(kernel), known_(known), seen_(seen), sides_(sides_of(seen.product)), uses_(uses_of(kernel.code())) {}

  // Empty if too many numbers are equal to tell which is which.
  [[nodiscard]] std::optional<ProductReading> reading() const {
    ProductReading found{seen_.product, {}, seen_.given.setting, cover(), Trust::right, {}};
    constexpr std::size_t most = 12;
    const std::vector<std::vector<Number>> all = assignments();
    std::optional<ProductReading> best;
    for (std::size_t n = 0; n < std::min(most, all.size()); ++n) {
      found.scalars = all[n];
      const ProductReading judged = this->judged(found);
      if (!best || judged.trust < best->trust) best = judged;
      if (best->trust == Trust::right || PlanBudget::is_used_up()) return best;
    }
    return all.size() > most && found.product.agree == 1 ? std::nullopt : best;
  }

 private:
  // Where it is wrong in another launch, that one takes its place.
  [[nodiscard]] ProductReading judged(ProductReading one) const {
    if (one.product.agree < 1 || seen_.strays) {
      one.trust = Trust::wrong;
      return one;
    }
    if (!scales(kernel_, seen_.given, one.product)) {
      one.trust = Trust::doubtful;
      return one;
    }
    const auto [m, n, k] = sides_;
    const bool ties_numbers = (m == n || n == k || m == k) && whole_numbers() >= 3 && sides_said(one.scalars) < 3;
    Proof proof = prove(kernel_, known_, one);
    one.trust = proof.trust;
    if (proof.failing) one.fails = sides_of(proof.failing->product);
    if (proof.trust == Trust::right && (ties_numbers || forgets_threads(kernel_.code()))) one.trust = Trust::doubtful;
    if (proof.trust == Trust::wrong && proof.failing) {
      proof.failing->fails = one.fails;
      return *proof.failing;
    }
    return one;
  }
  [[nodiscard]] std::ptrdiff_t whole_numbers() const {
    const auto& scalars = kernel_.code().scalars;
    return std::count_if(scalars.begin(), scalars.end(), [](const auto& each) { return !each.type.is_floating(); });
  }

  // What each number may be: the sides that are as long, the one that its name says first; or what it is.
  [[nodiscard]] std::vector<Number> choices(std::size_t scalar) const {
    const double value = seen_.given.scalars[scalar];
    const bool is_named = scalar < known_.by_name.size() && known_.by_name[scalar].side != Side::none;
    if (is_named && !uses_.numbers[scalar].is_used) return {{known_.by_name[scalar].side, 0}};  // all say the same
    std::vector<Number> all;
    const auto add = [&](Side side) {
      const Number number{side, 0};
      if (side == Side::none || static_cast<double>(sides_[static_cast<std::size_t>(side) - 1]) != value) return;
      if (std::find(all.begin(), all.end(), number) == all.end()) all.push_back(number);
    };
    if (!kernel_.code().scalars[scalar].type.is_floating()) {
      if (is_named) add(known_.by_name[scalar].side);
      for (const Side side : {Side::m, Side::n, Side::k}) add(side);
    }
    // A side that is taken for a number is not asked about.
    if (all.empty()) all.push_back({Side::none, value});
    return all;
  }
  static constexpr std::size_t most_looked_at = 1024;
  [[nodiscard]] std::vector<std::vector<Number>> assignments() const {
    std::vector<std::vector<Number>> options, all;
    for (std::size_t n = 0; n < kernel_.code().scalars.size(); ++n) options.push_back(choices(n));
    std::vector<std::size_t> which(options.size(), 0);
    for (bool more = true; more && all.size() < most_looked_at;) {
      std::vector<Number>& one = all.emplace_back();
      for (std::size_t n = 0; n < options.size(); ++n) one.push_back(options[n][which[n]]);
      std::size_t digit = 0;
      while (digit < which.size() && ++which[digit] == options[digit].size()) which[digit++] = 0;
      more = digit < which.size();
    }
    if (all.size() == most_looked_at) return all;
    const auto fewer = [](const auto& a, const auto& b) { return sides_said(a) < sides_said(b); };
    const int most = sides_said(*std::max_element(all.begin(), all.end(), fewer));
    std::erase_if(all, [&](const auto& one) { return sides_said(one) != most; });
    return all;
  }

  [[nodiscard]] Cover cover() const {
    const Setting& setting = seen_.given.setting;
    if (known_.in_text)
      if (const auto in_text = known_.in_text(seen_.given.scalars); in_text && *in_text == setting)
        return {Kind::text, 1, 1};
    const auto& [m, n, k] = sides_;
    for (const Cover& one : covers(kernel_, seen_))
      if (const Sides grid = one.grid(m, n); grid[0] == setting.grid[0] && grid[1] == setting.grid[1]) return one;
    return {Kind::tiles, up(n, setting.grid[0]), up(m, setting.grid[1])};
  }

  const machine::Prepared& kernel_;
  const ProductHints& known_;
  const SeenProduct& seen_;
  Sides sides_;
  Uses uses_;
};

// Launches of the kernel, one after the other, until one of them is a product that is right in others, too.
class Search {
 public:
  Search(const machine::Prepared& kernel, const ProductHints& known)
      : kernel_(kernel), code_(kernel.code()), known_(known) {}

  [[nodiscard]] std::optional<ProductReading> best() {
    const std::vector<Scalars> named = by_names();
    for (const Scalars& scalars : named)
      if (is_found(scalars, std::nullopt)) return best_;
    if (is_found(known_.launch.scalars, std::nullopt, known_.guess != nullptr) || is_square_found()) return best_;
    // What has the names of a product, or two tiles, or is one in part, may be meant for other blocks.
    if ((named.empty() && !best_ && !has_tiles()) || known_.launch.block || (best_ && best_->is_right())) return best_;
    // A kernel with only one such name is rarely a product.
    constexpr std::size_t few = 4;
    std::vector<Sides> blocks = this->blocks();
    if (!best_ && !has_tiles() && sides_said(names()) < 2 && blocks.size() > few) blocks.resize(few);
    for (const Sides& block : blocks) {
      const Scalars seen(best_numbers_.begin(), best_numbers_.end());
      if (named.empty() && is_found(seen.empty() ? known_.launch.scalars : seen, block)) return best_;
      for (const Scalars& scalars : named)
        if (is_found(scalars, block)) return best_;
    }
    return best_;
  }

 private:
  using Scalars = std::vector<std::optional<ExactNumber>>;
  static constexpr std::uint64_t work_of_another = 2'000'000;  // blocks are many

  bool is_found(const Scalars& scalars, const std::optional<Sides>& block, bool is_plain = false) {
    if (PlanBudget::is_used_up()) return true;
    LaunchHints hints = known_.launch;
    hints.scalars = scalars;
    if (block) hints.block = block, hints.work = work_of_another;
    hints.is_small = !is_plain;
    const LaunchGuess guess = is_plain ? known_.guess(hints) : guess_launch(kernel_, hints);
    if (!guess.is_known || (block && is_one_block(guess.setting))) return false;
    KnownLaunch launch{guess.setting, {}, {}};
    for (const ExactNumber& number : guess.scalars) launch.scalars.push_back(number.value);
    for (const ArrayGuess& array : guess.arrays) {
      launch.lengths.push_back(array.sides.empty() ? 0 : 1);
      for (const std::int64_t side : array.sides) launch.lengths.back() *= side;
    }
    std::optional<SeenProduct> seen = product_in(kernel_, launch);
    if (!seen) return false;
    if (seen->product.agree < 1) look_at_all_of_it(launch, *seen);
    make_square(launch, *seen);
    return is_better(*seen, launch);
  }
  bool is_better(const SeenProduct& seen, const KnownLaunch& launch) {
    const std::optional<ProductReading> found = Roles(kernel_, known_, seen).reading();
    // What was right and then proved to be wrong says more than what is right and cannot be proved.
    const auto worth = [](const ProductReading& one) {
      const bool is_proved_wrong = one.trust == Trust::wrong && one.fails[0] > 0;
      return std::pair(one.is_trusted() ? 3 : is_proved_wrong ? 2 : one.is_right() ? 1 : 0, one.product.agree);
    };
    if (found && (!best_ || worth(*found) > worth(*best_))) {
      best_ = found;
      best_numbers_.assign(launch.scalars.begin(), launch.scalars.end());
    }
    return best_ && best_->is_trusted();
  }

  // For both factors.
  [[nodiscard]] bool has_tiles() const {
    return std::count_if(code_.arrays.begin(), code_.arrays.end(), [](const machine::Array& array) {
             return array.space == Space::shared && array.sides.size() == 2;
           }) > 1;
  }
  // In which nothing is seen of how its blocks lie.
  [[nodiscard]] bool is_one_block(const Setting& setting) const {
    using Of = machine::Code::Coordinate;
    const bool uses_blocks = std::any_of(code_.coordinates.begin(), code_.coordinates.end(), [](const auto& each) {
      return each.coordinate >= Of::block_x && each.coordinate <= Of::block_z;
    });
    return uses_blocks && setting.grid == Sides{1, 1, 1};
  }
  // A guess may have too few blocks for all of C.
  void look_at_all_of_it(KnownLaunch launch, SeenProduct& seen) const {
    if (known_.launch.grid) return;
    const Product& product = seen.product;
    for (const Cover& cover : covers(kernel_, seen)) {
      launch.setting.grid = cover.grid(product.m(), product.n());
      if (launch.setting == seen.given.setting || !is_possible(kernel_, launch.setting)) continue;
      const std::optional<SeenProduct> whole = product_in(kernel_, launch);
      if (!whole || whole->product.agree <= product.agree) continue;
      seen = *whole;
      return;
    }
  }

  // The one whole number that a kernel is given.
  [[nodiscard]] std::optional<std::size_t> only_number() const {
    const auto& scalars = code_.scalars;
    const auto is_whole = [](const auto& each) { return !each.type.is_floating(); };
    if (std::count_if(scalars.begin(), scalars.end(), is_whole) != 1) return std::nullopt;
    return std::find_if(scalars.begin(), scalars.end(), is_whole) - scalars.begin();
  }
  // Of blocks in a row, one for each so many elements, where a guess knows only one length.
  bool is_square_found() {
    const std::optional<std::size_t> number = only_number();
    if (best_ || !number || known_.launch.grid) return false;
    constexpr std::int64_t side = 12;
    KnownLaunch launch{{{1, 1, 1}, known_.launch.block.value_or(Sides{32, 1, 1}), 0}, {}, {}};
    for (std::size_t n = 0; n < code_.scalars.size(); ++n) launch.scalars.push_back(n == *number ? side : 1);
    launch.setting.grid[0] = up(side * side, launch.setting.block[0]);
    for (const machine::Array& array : code_.arrays) launch.lengths.push_back(array.is_parameter ? side * side : 0);
    const std::optional<SeenProduct> seen = product_in(kernel_, launch);
    return seen && seen->product.agree == 1 && is_better(*seen, launch);
  }
  // One number alone says all sides.
  void make_square(KnownLaunch launch, SeenProduct& seen) const {
    const Product& product = seen.product;
    const std::optional<std::size_t> number = only_number();
    if (known_.launch.grid || !number) return;
    const auto side = static_cast<std::int64_t>(launch.scalars[*number]);
    if (sides_of(product) == Sides{side, side, side} || side < 2) return;
    for (const Matrix& matrix : {product.a, product.b, product.c}) launch.lengths[matrix.array] = side * side;
    for (const Cover& cover : covers(kernel_, seen)) {
      launch.setting.grid = cover.grid(side, side);
      if (!is_possible(kernel_, launch.setting)) continue;
      const std::optional<SeenProduct> square = product_in(kernel_, launch);
      if (!square || square->product.agree < 1) continue;
      seen = *square;
      return;
    }
  }

  // As the numbers are called; of a kernel with tiles for both factors three numbers are sides, in whatever order.
  [[nodiscard]] std::vector<Number> names() const {
    if (sides_said(known_.by_name) > 0 || !has_tiles()) return known_.by_name;
    std::vector<Number> numbers;
    int side = 0;
    for (const machine::Code::Scalar& scalar : code_.scalars)
      numbers.push_back({scalar.type.is_floating() ? Side::none : static_cast<Side>(std::min(++side, 3)), 0});
    return side == 3 ? numbers : known_.by_name;
  }
  // With three different sides; and the same where matrices lie by columns.
  [[nodiscard]] std::vector<Scalars> by_names() const {
    const std::vector<Number> names = this->names();
    if (sides_said(names) == 0) return {};
    const std::int64_t tile = shared_tile();
    const Sides sides = tile == 0   ? Sides{24, 16, 8}
                        : tile <= 8 ? Sides{3 * tile, 2 * tile, 4 * tile}
                                    : Sides{2 * tile, tile, 3 * tile};
    const std::vector<Number> turned = with_sides_of_columns(names);
    std::vector<Scalars> all{with_sides(names, sides)};
    if (turned != names) all.push_back(with_sides(turned, sides));
    const std::vector<std::int64_t> numbers = this->numbers();
    if (sides_said(names) > 1 && !numbers.empty() && numbers.back() > tile) {  // no guard lets a part of a tile be
      const std::int64_t most = std::min<std::int64_t>(numbers.back(), 128);
      all.push_back(with_sides(names, {most, 2 * most, 2 * numbers.front()}));
    }
    return all;
  }
  [[nodiscard]] Scalars with_sides(const std::vector<Number>& numbers, const Sides& sides) const {
    Scalars all = known_.launch.scalars;
    all.resize(numbers.size());
    for (std::size_t n = 0; n < numbers.size(); ++n)
      if (numbers[n].side != Side::none && !all[n])
        all[n] = static_cast<double>(sides[static_cast<std::size_t>(numbers[n].side) - 1]);
    return all;
  }
  // A side that is said again is how far it is from line to line of A, of B and of C, which may lie by columns.
  [[nodiscard]] static std::vector<Number> with_sides_of_columns(std::vector<Number> numbers) {
    constexpr std::array by_columns{Side::m, Side::k, Side::m};
    std::array<bool, 4> said{};
    std::size_t again = 0;
    for (Number& number : numbers) {
      bool& is_said = said[static_cast<std::size_t>(number.side)];
      if (number.side == Side::none) continue;
      if (is_said && again < by_columns.size()) number.side = by_columns[again++];
      is_said = true;
    }
    return numbers;
  }

  [[nodiscard]] std::int64_t shared_tile() const {
    for (const machine::Array& array : code_.arrays)
      if (array.space == Space::shared && array.sides.size() == 2)
        return std::clamp<std::int64_t>(std::min(array.sides[0], array.sides[1]), 4, 64);
    return 0;
  }
  [[nodiscard]] std::vector<std::int64_t> numbers() const {
    std::set<std::int64_t> all;
    const auto add = [&](std::int64_t number) {
      if (number >= 2 && number <= 256) all.insert(number);
    };
    for (const machine::Array& array : code_.arrays)
      for (std::size_t n = 0; array.space == Space::shared && n < array.sides.size(); ++n)
        if (n == 0 || array.sides[n] != array.sides[n - 1] + 1) add(array.sides[n]);  // or it is padding
    std::for_each(known_.launch.numbers.begin(), known_.launch.numbers.end(), add);
    return {all.begin(), all.end()};
  }
  // That this text may be meant for, the likeliest first.
  [[nodiscard]] std::vector<Sides> blocks() const {
    using Of = machine::Code::Coordinate;
    const bool is_flat = std::none_of(code_.coordinates.begin(), code_.coordinates.end(),
                                      [](const auto& each) { return each.coordinate == Of::thread_y; });
    constexpr std::size_t most = 12;
    std::vector<Sides> all;
    const auto add = [&](std::int64_t x, std::int64_t y) {
      if ((y == 1) != is_flat) return;  // what a kernel does not ask for has one value
      const Sides block{x, y, 1};
      if (all.size() < most && x * y >= 4 && x * y <= 1024 && std::find(all.begin(), all.end(), block) == all.end())
        all.push_back(block);
    };
    if (const std::int64_t threads = code_.kernel->most_threads; threads >= 32) {
      const std::int64_t side = std::llround(std::sqrt(static_cast<double>(threads)));
      if (side * side == threads) add(side, side);
      add(threads, 1);
    }
    const std::int64_t tile = std::max<std::int64_t>(shared_tile(), 8);
    add(tile, tile);
    add(tile * tile, 1);
    add(16, 16);
    const std::vector<std::int64_t> numbers = this->numbers();
    for (auto columns = numbers.rbegin(); columns != numbers.rend(); ++columns)
      for (auto rows = numbers.rbegin(); rows != numbers.rend(); ++rows)
        for (const std::int64_t per_x : numbers)
          for (const std::int64_t per_y : numbers) {
            if (*columns % per_x != 0 || *rows % per_y != 0 || *columns / 2 > *rows || all.size() > most / 2) continue;
            add(*columns / per_x, *rows / per_y);
            add(*columns / per_x * (*rows / per_y), 1);
          }
    for (const std::int64_t x : numbers) {
      for (const std::int64_t y : numbers) add(x, y);
      add(x, 1);
    }
    for (const std::int64_t side : {8, 32, 256, 128, 64}) side <= 32 ? add(side, side) : add(side, 1);
    return all;
  }

  const machine::Prepared& kernel_;
  const machine::Code& code_;
  const ProductHints& known_;
  std::optional<ProductReading> best_;
  std::vector<ExactNumber> best_numbers_;
};

}  // namespace

std::optional<ProductReading> read_product(const machine::Prepared& kernel, const ProductHints& known) {
  if (!may_be_product(kernel.code())) return std::nullopt;
  return Search(kernel, known).best();
}

}  // namespace tilescope::reading
