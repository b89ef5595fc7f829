#include "instrumentation/reading/read_product.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/code/flow.h"
#include "instrumentation/machine/compiler/layout.h"
#include "instrumentation/reading/plan_budget.h"
#include "instrumentation/reading/proof.h"

namespace tilescope::reading {

namespace {

using Sides = std::array<std::int64_t, 3>;  // M, N, K
using Kind = Cover::Kind;

constexpr std::size_t most_trials = 250, trials_of_a_failure = 10;
constexpr std::uint64_t most_accesses = 40'000'000, most_work = 10240;
constexpr std::size_t most_looked_at = 250;  // of what may be meant
constexpr std::size_t most_others = 60;      // that are tried once there is one that is wrong elsewhere
constexpr std::size_t most_blocks = 20, most_assignments = 24;
constexpr std::int64_t widest_tile = 256;

template <class All, class One>
void add_new(All& all, const One& one) {
  if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
}

// A product needs sums of values that were loaded; where they were forgotten, products in a loop are left.
bool adds_up(const machine::Code& code) {
  const bool has_sums = std::any_of(code.sites.begin(), code.sites.end(), [](const Site& site) {
    return site.kind == tilescope::Kind::partial_sum || site.kind == tilescope::Kind::atomic;
  });
  bool has_products = false, has_loops = false;
  for (std::size_t n = 0; n < code.instructions.size(); ++n) {
    const machine::Instruction& one = code.instructions[n];
    has_products = has_products || (one.op == machine::Op::multiply && is_float(one.number));
    has_loops = has_loops || (machine::jumps(one) && one.what < n);
  }
  return has_sums || (has_products && has_loops);
}

Sides sides_of(const Product& product) { return {product.m(), product.n(), product.k()}; }

std::vector<double> values(const std::vector<Number>& scalars, const Sides& sides) {
  std::vector<double> all;
  for (const Number& number : scalars)
    all.push_back(number.side == Side::none ? number.value
                                            : static_cast<double>(sides[static_cast<std::size_t>(number.side) - 1]));
  return all;
}

class ProductSearch {
 public:
  ProductSearch(const machine::Prepared& kernel, const ProductHints& known)
      : kernel_(kernel), code_(kernel.code()), known_(known) {
    for (std::uint32_t n = 0; n < code_.arrays.size(); ++n) {
      const machine::Array& array = code_.arrays[n];
      if (!is_of_numbers(array) || !array.first.empty()) continue;
      if (array.is_read && !array.is_written) parts_.inputs.push_back(n);
      if (array.is_written) parts_.outputs.push_back(n);
    }
    for (const machine::Array& array : code_.arrays)
      if (array.space == Space::shared)
        for (const std::int64_t side : array.sides) {
          note_number(side);
          if (array.sides.size() > 1 || side > 64) widest_shared_ = std::max(widest_shared_, side);
        }
    for (const std::int64_t number : known.numbers) note_number(number);
    std::sort(numbers_.begin(), numbers_.end());
    for (const machine::Code::Scalar& scalar : code_.scalars)
      if (!scalar.type.is_floating()) ++whole_numbers_;
    list_blocks();
  }

  [[nodiscard]] std::optional<ProductReading> best() {
    if (parts_.inputs.size() < 2 || parts_.outputs.empty() || !adds_up(code_)) return std::nullopt;
    for (const std::vector<std::vector<Number>>& alike : assignments())
      for (const bool odd : are_tiles_wide() ? std::array{false, true} : std::array{true, false})
        for (const std::vector<Number>& scalars : alike)
          for (const Sides& sides : sides_to_try(scalars, odd)) {
            if (is_tired()) return best_or_meant();
            if (!try_all(sides, scalars)) continue;
            best_->has_guard = odd;
            if (!scales(kernel_, given_of(*best_), best_->product)) {
              best_->trust = Trust::doubtful;
              return best_;
            }
            judge_best();
            if (best_->trust == Trust::right) return best_;
            if (!hides_) last_trial_ = std::min(most_trials, trials_ + most_others);
            if (!hides_) hides_ = best_;
            best_.reset();
          }
    return best_or_meant();
  }

 private:
  // Where it is wrong in another launch, that one takes its place.
  void judge_best() {
    const Product product = best_->product;
    const bool has_equals = product.m() == product.n() || product.n() == product.k() || product.m() == product.k();
    const bool ties_numbers = has_equals && whole_numbers_ >= 3 && sides_said(best_->scalars) < 3;
    Proof proof = prove(kernel_, known_, *best_);
    best_->trust = proof.trust;
    if (proof.failing) best_->fails = sides_of(proof.failing->product);
    if (proof.trust == Trust::right && (ties_numbers || forgets_threads())) best_->trust = Trust::doubtful;
    if (proof.trust == Trust::wrong && proof.failing) best_ = std::move(proof.failing);
  }
  // Whether blocks have sides by which no thread differs: such a text is right for blocks of one row or column alone.
  [[nodiscard]] bool forgets_threads() const {
    using Of = machine::Code::Coordinate;
    const auto asks = [&](Of wanted) {
      return std::any_of(code_.coordinates.begin(), code_.coordinates.end(),
                         [&](const auto& each) { return each.coordinate == wanted; });
    };
    return (asks(Of::block_dim_x) && !asks(Of::thread_x)) || (asks(Of::block_dim_y) && !asks(Of::thread_y));
  }
  // Such kernels seldom have a guard, and take long to try.
  [[nodiscard]] bool are_tiles_wide() const {
    constexpr std::int64_t wide = 64;
    return widest_shared_ >= wide;
  }
  void note_number(std::int64_t number) {
    if (number >= 2 && number <= 256) add_new(numbers_, number);
  }

  [[nodiscard]] std::int64_t shared_tile() const {
    for (const machine::Array& array : code_.arrays)
      if (array.space == Space::shared && array.sides.size() == 2)
        return std::clamp<std::int64_t>(std::min(array.sides[0], array.sides[1]), 4, 64);
    for (const std::int64_t number : numbers_)
      if (number >= 4 && number <= 32) return number;
    return 8;
  }

  // Three sides that no tile divides; or multiples of what the text has, and squares, for kernels without a guard.
  [[nodiscard]] std::vector<Sides> sides_to_try(const std::vector<Number>& scalars, bool odd) const {
    std::array<bool, 4> named{};
    for (const Number& number : scalars) named[static_cast<std::size_t>(number.side)] = true;
    const bool is_square = named[1] + named[2] + named[3] == 1 && whole_numbers_ == 1;
    const std::int64_t tile = shared_tile();
    const std::int64_t most = numbers_.empty() ? 16 : std::min<std::int64_t>(numbers_.back(), 128);
    const auto square = [](std::int64_t side) { return Sides{side, side, side}; };
    std::vector<Sides> all;
    if (odd) {
      if (whole_numbers_ == 0) return declared_sides();
      all.push_back(is_square ? square(tile + 3) : Sides{tile + 3, 2 * tile - 3, tile + 1});
      return all;
    }
    if (whole_numbers_ == 0) return all;
    if (!is_square) {
      if (!are_tiles_wide()) add_new(all, Sides{2 * tile, tile, 3 * tile});
      if (most != tile)
        add_new(all, Sides{most, 2 * most, 2 * (numbers_.empty() ? tile : std::min(tile, numbers_.front()))});
    }
    add_new(all, square(std::max(most, std::int64_t{16})));
    add_new(all, square(32));
    // One block and one step, which hide most mistakes.
    if (!are_tiles_wide() && named[1] && named[2] && named[3]) add_new(all, square(tile));
    return all;
  }
  // Where the text fixes them: whatever the arrays can be cut into.
  [[nodiscard]] std::vector<Sides> declared_sides() const {
    constexpr std::size_t most_declared = 40;
    std::vector<std::int64_t> known;
    for (const std::uint32_t n : parts_.inputs) {
      const std::vector<std::int64_t>& sides = code_.arrays[n].sides;
      for (const std::int64_t side : sides)
        if (sides.size() == 2) add_new(known, side);
    }
    for (const std::uint32_t n : parts_.outputs)
      if (code_.arrays[n].sides.size() == 2)
        for (const std::int64_t side : code_.arrays[n].sides) add_new(known, side);
    for (const machine::Array& array : code_.arrays)  // float (*a)[16]
      if (array.given != nullptr && array.given->type.is_array())
        for (const std::int64_t side : machine::sides_of(array.given->type)) add_new(known, side);
    for (const std::int64_t number : known_.numbers)
      if (number >= 2 && number <= 512) add_new(known, number);
    std::vector<Sides> all;
    for (const std::int64_t m : known)
      for (const std::int64_t n : known)
        for (const std::int64_t k : known)
          if (m <= n && n <= k && all.size() < most_declared) all.push_back({m, n, k});  // their order is found later
    return all;
  }

  // For the numbers that the kernel is given: as their names say; three sides among them; and what else there is.
  [[nodiscard]] std::vector<std::vector<std::vector<Number>>> assignments() const {
    std::vector<std::size_t> open;
    std::vector<Number> fixed(code_.scalars.size());
    for (std::size_t n = 0; n < fixed.size(); ++n) {
      fixed[n].value = 1;
      if (code_.scalars[n].type.is(language::TypeKind::char_))
        fixed[n].value = 'N';
      else if (!code_.scalars[n].type.is_floating())
        open.push_back(n);
    }
    std::vector<std::vector<std::vector<Number>>> all(3);
    if (known_.by_name.size() == fixed.size()) {
      std::vector<Number> named = fixed;
      for (const std::size_t n : open) named[n] = known_.by_name[n];
      if (sides_said(named) > 0 || open.empty()) all[0].push_back(named);
      if (const auto by_columns = with_sides_of_columns(named, open); by_columns != named) all[0].push_back(by_columns);
    }
    if (open.empty()) {
      all[0] = {fixed};
      return all;
    }
    static constexpr std::array<Number, 5> choices{
        {{Side::m, 0}, {Side::n, 0}, {Side::k, 0}, {Side::none, 0}, {Side::none, 1}}};
    if (open.size() > 6) return all;
    struct Ranked {
      int sides = 0;
      std::vector<Number> scalars;
    };
    std::vector<Ranked> rest;
    std::vector<std::size_t> which(open.size(), 0);
    for (bool more = true; more;) {
      Ranked one{0, fixed};
      std::array<bool, 5> has{};
      for (std::size_t n = 0; n < open.size(); ++n) {
        one.scalars[open[n]] = choices[which[n]];
        has[which[n]] = true;
      }
      one.sides = has[0] + has[1] + has[2];
      rest.push_back(std::move(one));
      std::size_t digit = 0;
      while (digit < which.size() && ++which[digit] == choices.size()) which[digit++] = 0;
      more = digit < which.size();
    }
    std::stable_sort(rest.begin(), rest.end(), [](const Ranked& a, const Ranked& b) { return a.sides > b.sides; });
    for (const Ranked& one : rest) {
      const std::size_t likely = one.sides == std::min<int>(3, static_cast<int>(open.size())) ? 1 : 2;
      if (one.sides > 0 && all[likely].size() < most_assignments) add_new(all[likely], one.scalars);
    }
    return all;
  }

  // A side that is said again is how far it is from line to line of A, of B and of C, which may lie by columns.
  [[nodiscard]] static std::vector<Number> with_sides_of_columns(std::vector<Number> named,
                                                                 const std::vector<std::size_t>& open) {
    constexpr std::array by_columns{Side::m, Side::k, Side::m};
    std::array<bool, 4> said{};
    std::size_t again = 0;
    for (const std::size_t n : open) {
      bool& is_said = said[static_cast<std::size_t>(named[n].side)];
      if (named[n].side == Side::none) continue;
      if (is_said && again < by_columns.size()) named[n].side = by_columns[again++];
      is_said = true;
    }
    return named;
  }

  // That this text may be meant for, the likeliest first.
  void list_blocks() {
    using Of = machine::Code::Coordinate;
    const auto uses = [&](Of coordinate) {
      return std::any_of(code_.coordinates.begin(), code_.coordinates.end(),
                         [&](const auto& each) { return each.coordinate == coordinate; });
    };
    const bool is_flat = !uses(Of::thread_y);
    const auto add = [&](std::int64_t x, std::int64_t y) {
      if ((y == 1) != is_flat) return;  // what a kernel does not ask for has one value
      if (blocks_.size() < most_blocks && x * y >= 4 && x * y <= 1024) add_new(blocks_, Sides{x, y, 1});
    };
    if (known_.block) {
      blocks_.push_back(*known_.block);
      return;
    }
    if (const std::int64_t most = code_.kernel->most_threads; most >= 32) {
      const auto side = static_cast<std::int64_t>(std::sqrt(static_cast<double>(most)));
      if (side * side == most) add(side, side);
      add(most, 1);
    }
    const std::int64_t tile = shared_tile();
    add(tile, tile);
    add(tile, 1);
    add(tile * tile, 1);
    add(16, 16);
    const std::vector<std::int64_t> widest(numbers_.rbegin(), numbers_.rend());
    for (const std::int64_t columns : widest)
      for (const std::int64_t rows : widest)
        for (const std::int64_t per_x : numbers_)
          for (const std::int64_t per_y : numbers_) {
            if (columns % per_x != 0 || rows % per_y != 0 || columns / 2 > rows || blocks_.size() > most_blocks / 2)
              continue;
            add(columns / per_x, rows / per_y);
            add(columns / per_x * (rows / per_y), 1);
          }
    for (const std::int64_t x : numbers_)
      for (const std::int64_t y : numbers_) {
        add(x, y);
        add(x * y, 1);
      }
    for (const std::int64_t side : {8, 32, 256, 128, 64}) side <= 32 ? add(side, side) : add(side, 1);
    if (is_flat && !uses(Of::thread_x)) blocks_.push_back({1, 1, 1});
  }

  // Two square tiles, where the launch says how many bytes there are.
  [[nodiscard]] std::int64_t dynamic_shared(const Sides& block) const {
    for (const machine::Array& array : code_.arrays)
      if (array.dynamic)
        return 2 * std::max(block[0] * block[1], block[0] * block[0]) *
               static_cast<std::int64_t>(std::max<std::uint64_t>(array.element->size, 4));
    return 0;
  }

  [[nodiscard]] LaunchInputs given_of(const ProductReading& reading) const {
    const Sides own = sides_of(reading.product);
    const std::int64_t largest = std::max({own[0], own[1], own[2]});
    return {reading.setting, values(reading.scalars, own), telling_numbers(kernel_, largest * largest)};
  }

  // Whether one of them was right. The best one is kept; of those that are right, the one that stores least: threads
  // that do what others have done already are not part of a launch that was meant.
  bool try_all(const Sides& sides, const std::vector<Number>& scalars) {
    const std::vector<double> numbers = values(scalars, sides);
    const std::int64_t largest = std::max({sides[0], sides[1], sides[2]});
    constexpr std::uint64_t rounds_of_a_column = 256;
    const auto rounds = rounds_of_a_column * static_cast<std::uint64_t>(sides[0] + sides[1] + sides[2]);
    LaunchInputs given{{}, numbers, telling_numbers(kernel_, largest * largest), rounds};
    if (known_.in_text && !known_.grid && !known_.block)
      if (const std::optional<Setting> said = known_.in_text(numbers); said && is_possible(kernel_, *said)) {
        given.setting = *said;
        try_one(sides, scalars, given, {Kind::text, 1, 1});
        if (is_right() || whole_numbers_ == 0) return is_right();  // the text says all
      }
    for (const Sides& block : blocks_) {
      given.setting = {known_.grid.value_or(Sides{up(sides[1], block[0]), up(sides[0], block[1]), 1}), block,
                       dynamic_shared(block)};
      if (!is_possible(kernel_, given.setting)) continue;
      if (known_.grid) {
        try_one(sides, scalars, given, {Kind::text, 1, 1});
      } else if (const std::optional<Product> found = tried(sides, given, Blocks::first)) {
        if (leaves_threads_idle(*found, block)) continue;
        for (const Cover& cover : covers(*found, given)) {
          given.setting.grid = cover.grid(found->m(), found->n());
          if (is_possible(kernel_, given.setting) && try_one(sides, scalars, given, cover)) break;
        }
      } else if (left_.finished && whole_.size() < 4) {
        note_all_blocks(sides, scalars, given);
      }
      if (is_right() && best_->stores == static_cast<std::uint64_t>(best_->product.c.elements())) return true;
    }
    return is_right();
  }
  // Threads that work alone make an element each, or more; blocks of which most make none are not meant.
  [[nodiscard]] bool leaves_threads_idle(const Product& product, const Sides& block) const {
    const bool are_alone =
        code_.warps.empty() && std::none_of(code_.arrays.begin(), code_.arrays.end(),
                                            [](const machine::Array& array) { return array.space == Space::shared; });
    const std::int64_t threads = block[0] * block[1] * block[2];
    return are_alone && 2 * static_cast<std::int64_t>(first_changed_.size()) < std::min(threads, product.c.elements());
  }
  [[nodiscard]] bool is_right() const { return best_ && best_->is_trusted(); }

  // What a launch left that made all of some matrix, whatever it made of it.
  struct Whole {
    Sides sides;
    std::vector<Number> scalars;
    LaunchInputs given;
    Cover cover;
    std::uint32_t array = 0;
    std::int64_t elements = 0;
    Arrays left;
  };

  // What a launch does where arrays are as large as the matrices.
  [[nodiscard]] Tried try_closely(LaunchInputs given, const Product& product) const {
    for (const Matrix& matrix : {product.a, product.b, product.c})
      given.arrays[matrix.array].resize(static_cast<std::size_t>(matrix.elements()));
    return try_out(kernel_, given, Blocks::all);
  }
  // Where no elements of C are right, it may be one product of each that is missing.
  [[nodiscard]] std::optional<ProductReading> best_or_meant() const {
    if (hides_) return hides_;
    // One that has mistakes and strays is more likely a launch that was not meant so.
    if (best_ && (is_right() || try_closely(given_of(*best_), best_->product).strays == 0)) return best_;
    std::optional<ProductReading> best, astray = best_;
    std::size_t looks = 0;
    for (const Whole& whole : whole_)
      for (const Product& product : products_of(parts_, whole.sides, whole.given.arrays)) {
        if (looks > most_looked_at || product.c.array != whole.array || product.c.elements() != whole.elements)
          continue;
        const double made = likeness(whole, product, looks);
        if (made == 0 || (best && made <= best->product.agree)) continue;
        const Tried close = try_closely(whole.given, product);
        if (!close.finished) continue;
        std::optional<ProductReading>& found = close.strays > 0 ? astray : best;
        if (found && made <= found->product.agree) continue;
        found = ProductReading{
            product,     in_its_words(whole.scalars, product, whole.sides), whole.given.setting, whole.cover, false, 0,
            Trust::wrong};
        found->product.agree = made;
      }
    if (!best && astray) astray->trust = Trust::wrong;
    return best ? best : astray;
  }
  // How much of a product a launch made that left no element of C right; 0 if that is not enough to call it one.
  [[nodiscard]] double likeness(const Whole& whole, const Product& product, std::size_t& looks) const {
    const double alike = resemblance(product, whole.given.arrays, whole.left);
    if (alike >= enough_products) return alike;
    if (3 * looks > most_looked_at) return 0;  // each takes several launches
    ++looks;
    const double made = products_made(kernel_, whole.given, product);
    return made >= enough_products ? made : 0;
  }

  [[nodiscard]] bool is_tired() const {
    return trials_ >= last_trial_ || PlanBudget::is_used_up() || accesses_ >= most_accesses || work_ >= most_work;
  }
  std::optional<Product> tried(const Sides& sides, const LaunchInputs& given, Blocks blocks) {
    if (is_tired()) return std::nullopt;
    ++trials_;
    left_ = try_out(kernel_, given, blocks);
    const Tried& left = left_;
    accesses_ += left.accesses;
    work_ += left.work;
    if (!left.finished) {
      trials_ += trials_of_a_failure;
      return std::nullopt;
    }
    std::optional<Product> product = find_product(parts_, sides, given.arrays, left.arrays, enough_elements);
    if (product) stores_ = left.stores[product->c.array];
    if (product && blocks == Blocks::all) {
      product->agree = agreement(*product, given.arrays, left.arrays);
      strays_ = left.strays > 0;
    }
    if (product && blocks == Blocks::first)
      first_changed_ = changed(given.arrays[product->c.array], left.arrays[product->c.array]);
    return product;
  }

  // Whether it is right.
  bool try_one(const Sides& sides, const std::vector<Number>& scalars, const LaunchInputs& given, const Cover& cover) {
    const std::optional<Product> product = tried(sides, given, Blocks::all);
    if (!product) note_whole(sides, scalars, given, cover);
    if (!product || product->agree < enough_elements) return false;
    const Trust trust = product->agree == 1 && !strays_ ? Trust::right : Trust::wrong;
    const auto worth = [](const ProductReading& one) {
      return std::pair(one.product.agree, one.trust == Trust::right);
    };
    ProductReading one{*product, in_its_words(scalars, *product, sides), given.setting, cover, false, stores_, trust};
    const bool is_better =
        !best_ || worth(one) > worth(*best_) || (worth(one) == worth(*best_) && stores_ < best_->stores);
    if (is_better) best_ = std::move(one);
    return trust == Trust::right;
  }

  [[nodiscard]] bool changed_nothing(const LaunchInputs& given) const {
    return std::all_of(parts_.outputs.begin(), parts_.outputs.end(),
                       [&](std::uint32_t n) { return left_.arrays[n] == given.arrays[n]; });
  }
  void note_all_blocks(const Sides& sides, const std::vector<Number>& scalars, const LaunchInputs& given) {
    constexpr std::size_t most_looks = 12;
    if (is_tired() || changed_nothing(given) || ++looks_ > most_looks) return;
    left_ = try_out(kernel_, given, Blocks::all);
    accesses_ += left_.accesses;
    work_ += left_.work;
    note_whole(sides, scalars, given, {Kind::tiles, given.setting.block[0], given.setting.block[1]});
  }
  void note_whole(const Sides& sides, const std::vector<Number>& scalars, const LaunchInputs& given,
                  const Cover& cover) {
    constexpr std::size_t most_noted = 8;
    if (whole_.size() >= most_noted || left_.arrays.empty() || !left_.finished) return;
    for (const std::uint32_t n : parts_.outputs) {
      const std::vector<std::size_t> all = changed(given.arrays[n], left_.arrays[n]);
      for (const std::int64_t elements : {sides[0] * sides[1], sides[0] * sides[2], sides[1] * sides[2]})
        if (!all.empty() && static_cast<std::int64_t>(all.back()) < elements &&
            static_cast<std::int64_t>(all.size()) * 10 >= elements * 6 && whole_.size() < most_noted)
          whole_.push_back({sides, scalars, given, cover, n, elements, left_.arrays});
    }
  }

  // The sides were tried as M, N and K; which of them is which, the product says.
  [[nodiscard]] static std::vector<Number> in_its_words(std::vector<Number> scalars, const Product& product,
                                                        const Sides& sides) {
    for (Number& number : scalars) {
      if (number.side == Side::none) continue;
      const std::int64_t value = sides[static_cast<std::size_t>(number.side) - 1];
      const Sides own = sides_of(product);
      if (own[static_cast<std::size_t>(number.side) - 1] == value) continue;
      number.side = static_cast<Side>(std::find(own.begin(), own.end(), value) - own.begin() + 1);
    }
    return scalars;
  }

  // What the first block made says how the others lie.
  [[nodiscard]] std::vector<Cover> covers(const Product& product, const LaunchInputs& given) const {
    std::int64_t rows = 0, columns = 0;
    for (const std::size_t at : first_changed_) {
      const auto place = static_cast<std::int64_t>(at);
      const std::int64_t line = product.c.by_columns ? product.c.rows : product.c.columns;
      rows = std::max(rows, (product.c.by_columns ? place % line : place / line) + 1);
      columns = std::max(columns, (product.c.by_columns ? place / line : place % line) + 1);
    }
    // All of C was made: as far as is known, a block makes what it has threads for.
    const Sides& block = given.setting.block;
    if (columns == product.n()) columns = std::max(columns, std::min(block[0], widest_tile));
    if (rows == product.m()) rows = std::max(rows, std::min(block[1], widest_tile));
    std::vector<Cover> all{{Kind::tiles, columns, rows}, {Kind::tiles_by_rows, columns, rows}};
    const std::int64_t threads = block[0] * block[1] * block[2];
    if (static_cast<std::int64_t>(first_changed_.size()) == std::min(threads, product.c.elements()))
      all.insert(all.begin(), {Kind::elements, threads, 1});
    if (rows * columns > threads || block[1] > 1)
      std::rotate(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() - 2), all.end());
    all.push_back({Kind::tiles_in_a_row, columns, rows});
    return all;
  }

  const machine::Prepared& kernel_;
  const machine::Code& code_;
  const ProductHints& known_;
  Parts parts_;
  std::int64_t widest_shared_ = 0;     // side of a shared array
  std::size_t whole_numbers_ = 0;      // that the kernel is given
  std::vector<std::int64_t> numbers_;  // of the text, that may be sides of tiles
  std::vector<Sides> blocks_;
  std::vector<std::size_t> first_changed_;  // by the first block, of C
  std::optional<ProductReading> best_;
  std::optional<ProductReading> hides_;  // was right, and is not with larger sides
  Tried left_;                           // by the last trial
  std::vector<Whole> whole_;
  std::size_t looks_ = 0;     // for those
  std::uint64_t stores_ = 0;  // of the last trial, to C
  std::size_t trials_ = 0, last_trial_ = most_trials;
  bool strays_ = false;  // the last one of all blocks
  std::uint64_t accesses_ = 0, work_ = 0;
};

}  // namespace

std::optional<ProductReading> read_product(const machine::Prepared& kernel, const ProductHints& known) {
  return ProductSearch(kernel, known).best();
}

}  // namespace tilescope::reading
