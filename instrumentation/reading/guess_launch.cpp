#include "instrumentation/reading/guess_launch.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/compiler/layout.h"
#include "instrumentation/reading/past_guard.h"
#include "instrumentation/reading/plan_budget.h"
#include "instrumentation/reading/survey.h"
#include "instrumentation/reading/uses.h"

namespace tilescope::reading {

namespace {

using Dimensions = std::array<std::int64_t, 3>;
using machine::Code;
using Coordinate = machine::Code::Coordinate;

constexpr std::uint64_t room_of_arrays = 1 << 16;  // numbers, where the user does not say how many
constexpr std::uint64_t most_unasked_room = 1 << 20;
constexpr std::uint64_t most_room = 1 << 28;  // where they say how far it goes: bytes of all of them
constexpr std::size_t most_kept_slabs = 256;
constexpr int most_growths = 3;                    // since what is read there may lead further
constexpr std::uint64_t work_of_more = 2'000'000;  // after a launch in which threads race
constexpr std::uint64_t work_of_reading_text = 20'000;
constexpr std::int64_t most_guessed_blocks = 4096, most_guessed_elements = 1 << 24;
constexpr std::uint64_t least_touched = 16;  // elements of a launch that shows something
constexpr double most_length = 0x1p31, most_likely_events = 300'000;
constexpr std::int64_t most_of_a_block = 1024, row_of_threads = 32, side_of_threads = 8;

// For an array's sides: a thinner one has others.
bool is_likely(std::int64_t rows, std::int64_t columns) {
  return columns >= 4 ? rows <= std::max<std::int64_t>(64, 16 * columns) : rows <= 8;
}

std::int64_t divided_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

struct BlockGuess {
  Dimensions block;
  Dimensions elements = block;  // that it is for
};

// What a parameter that is a number is for, as far as its name tells.
enum class Use : std::uint8_t {
  length,
  columns,
  rows,
  layers,
  all,
  block,
  part,
  inner,
  middle,
  few,
  window,
  one,
  none
};

bool has(std::string_view word, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return word.find(part) != std::string_view::npos; });
}
bool is(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// For a structure's member its own name, in small letters.
std::string word_of(const std::string& name) {
  std::string word = name.substr(name.rfind('.') == std::string::npos ? 0 : name.rfind('.') + 1);
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return word;
}

Use use_of(const std::string& name) {
  const std::string word = word_of(name);
  if (word.ends_with("end") || word.ends_with("stop")) return Use::length;
  if (has(word, {"mask", "filter", "ksize", "kernel", "window"})) return Use::window;
  if (has(word, {"radius", "halo", "channel", "iter", "bins", "classes", "step", "time"}) || is(word, {"r", "t"}))
    return Use::few;
  if (has(word, {"stride", "offset", "dist", "seed", "jump", "gap", "pass", "level"}) || is(word, {"j", "d", "s"}))
    return Use::one;
  if ((has(word, {"shift", "start", "begin", "base"}) && !has(word, {"block"})) || is(word, {"lo", "low", "min"}))
    return Use::none;
  if (has(word, {"depth", "layer", "batch", "nz", "slice"}) || is(word, {"z", "b"})) return Use::layers;
  if (has(word, {"width", "col", "nx", "pitch", "dimx"}) || is(word, {"w", "x", "n", "c"})) return Use::columns;
  if (has(word, {"height", "row", "ny", "dimy"}) || is(word, {"h", "y", "m"})) return Use::rows;
  return Use::length;
}

// Whether it is called as the number of something is, and no step of a loop or place.
bool is_count(const std::string& name) {
  const std::string word = word_of(name);
  if (has(word, {"stride", "offset", "step", "iter", "diag", "radius", "start", "begin", "level", "pass", "bit"}))
    return false;
  return word.starts_with("n") || is(word, {"m", "w", "h", "l"}) ||
         has(word,
             {"num", "size", "len", "count", "width", "height", "rows", "cols", "total", "elem", "limit", "max", "_n"});
}

class Guesser {
 public:
  Guesser(const machine::Prepared& kernel, const LaunchHints& said)
      : kernel_(kernel),
        code_(kernel.code()),
        said_(said),
        names_(machine::names_of_scalars(code_)),
        uses_(uses_of(code_)),
        until_(said.work) {
    may_grow_ = !said.is_small && (said.grid || said.block ||
                                   std::any_of(said.scalars.begin(), said.scalars.end(),
                                               [](const auto& each) { return each.has_value(); }));
    for (std::size_t n = 0; n < code_.arrays.size(); ++n)
      rooms_.push_back(is_said(n) ? elements_of(said.sides[n]) : room());
    for (const Code::Coordinates& each : code_.coordinates) asked_.insert(each.coordinate);
    is_flat_ = !asks({Coordinate::thread_y, Coordinate::block_dim_y});
    is_deep_ = asks({Coordinate::thread_z, Coordinate::block_z});
    const auto& numbers = uses_.numbers;
    covers_any_ = std::any_of(numbers.begin(), numbers.end(), [](const NumberUse& use) { return use.covers_all; });
    nests_ = std::count_if(numbers.begin(), numbers.end(), [](const NumberUse& use) { return use.counts_loop; });
    dynamic_ =
        std::find_if(code_.arrays.begin(), code_.arrays.end(), [](const machine::Array& a) { return a.dynamic; }) -
        code_.arrays.begin();
  }

  LaunchGuess guess() {
    if (said_.is_all) return as_said();
    if (said_.holds_anything && is_all_said()) return with_contents();
    if (are_numbers_said()) {
      try_all({Numbering::by_use});
      if (best_.is_clean && best_seen_.is_whole) look_past_guards();
      return fitted();
    }
    if (!said_.numbers_in_text.empty()) try_all({Numbering::as_in_text});
    if (!longest_said().empty()) try_all({Numbering::as_long_as_said});
    try_all({Numbering::by_use, Numbering::by_use_further_on, Numbering::by_use_low});
    try_all({Numbering::by_name, Numbering::lengths, Numbering::single_steps, Numbering::ones});
    if (!best_.is_clean) {  // what takes long with many takes less with few
      work_ = said_.work - said_.work / 3;
      try_all({Numbering::small_lengths});
    }
    if (best_.is_clean && best_seen_.is_whole) look_past_guards();
    return fitted();
  }

 private:
  // What the numbers are that a launch is given: as the text's own launch has them, as long as a user says of arrays,
  // as the kernel uses them, as they are called, and then guesses.
  enum class Numbering : std::uint8_t {
    as_in_text,
    as_long_as_said,
    by_use,
    by_use_further_on,  // steps are in their middle
    by_use_low,         // what threads are beyond of is near
    by_name,
    lengths,
    single_steps,
    ones,
    small_lengths
  };

  LaunchGuess as_said() const {
    const Dimensions block = said_.block ? *said_.block : block_in_text().value_or(default_block());
    const Numbers numbers = scalars(block, Numbering::by_use);
    const Dimensions grid = said_.grid ? *said_.grid : in_text_for(numbers).grid.value_or(Dimensions{1, 1, 1});
    LaunchGuess guess{{grid, block, shared_bytes(block, numbers)}, numbers, {}, true, true};
    guess.arrays.resize(code_.arrays.size());
    const std::vector<Fill> all = fills(0);
    for (std::size_t n = 0; n < code_.arrays.size(); ++n) {
      const machine::Array& array = code_.arrays[n];
      if (array.space != Space::global) continue;
      guess.arrays[n].fill = array.is_parameter || is_left_open(n) ? all[n] : Fill::declared;
      guess.arrays[n].sides = array.is_parameter ? said_.sides[n] : declared_sides(array);
    }
    return guess;
  }

  // Only what arrays hold is left open, and how long some of them are.
  [[nodiscard]] bool is_all_said() const { return said_.grid && said_.block && are_numbers_said(); }
  [[nodiscard]] bool are_numbers_said() const {
    return said_.scalars.size() == code_.scalars.size() &&
           std::all_of(said_.scalars.begin(), said_.scalars.end(), [](const auto& each) { return each.has_value(); });
  }
  // By chance; where what arrays hold says where something lies, the first that leads to an end and nowhere outside, or
  // the minimum. Whether threads race is not asked.
  LaunchGuess with_contents() {
    const Numbers numbers = scalars(*said_.block, Numbering::by_use);
    const Setting setting{*said_.grid, *said_.block, shared_bytes(*said_.block, numbers)};
    if (!can_try(setting)) return fitted();
    for (int way = -2; way < ways_to_fill; ++way) {
      const std::vector<Fill> fills = way == -2   ? as_chance_has_it(Fill::random)
                                      : way == -1 ? as_chance_has_it(Fill::scattered)
                                                  : this->fills(way);
      fill_arrays(fills);
      const Surveyed seen = look_at(setting, numbers);
      const auto worth = [this](const Surveyed& of) {
        return std::pair(of.finished ? (finds_any() ? ~of.strays : 1) : 0, arrays_used(of));
      };
      if (has_any_ && worth(seen) <= worth(best_seen_)) continue;
      has_any_ = true;
      best_seen_ = seen;
      best_ = {setting, numbers, {}, true, seen.is_clean()};
      best_fills_ = fills;
      if (uses_all(seen) && (!finds_any() || (seen.finished && seen.strays == 0))) break;
    }
    return fitted();
  }
  // An array that is never reached may lie after a test that these numbers never pass.
  [[nodiscard]] static std::size_t arrays_used(const Surveyed& of) {
    return static_cast<std::size_t>(std::count_if(
        of.arrays.begin(), of.arrays.end(), [](const Touches& array) { return array.loaded + array.stored > 0; }));
  }
  [[nodiscard]] bool uses_all(const Surveyed& of) const {
    std::size_t all = 0;
    for (const machine::Array& array : code_.arrays)
      all += array.is_parameter && (array.is_read || array.is_written) ? 1 : 0;
    return arrays_used(of) >= all;
  }
  [[nodiscard]] bool finds_any() const {
    for (std::size_t n = 0; n < uses_.arrays.size(); ++n) {
      const ArrayUse& use = uses_.arrays[n];
      const bool is_counted = has_site(n, tilescope::Kind::atomic);  // by the kernel itself
      if (!is_counted && (use.finds || use.finds_itself || use.begins || use.ends || use.has_none)) return true;
    }
    return false;
  }
  // Numbers that are not in order, nor whole: mistakes show in them. What is only written holds some as well.
  [[nodiscard]] std::vector<Fill> as_chance_has_it(Fill reals) const {
    std::vector<Fill> all = fills(0);
    for (std::size_t n = 0; n < all.size(); ++n) {
      const bool is_said = said_.fills.size() > n && said_.fills[n];
      const bool is_counted = has_site(n, tilescope::Kind::atomic);
      if (!is_said && !is_counted && !by_use(n))
        all[n] = machine::number_in(code_.arrays[n]).is_floating() ? reals : Fill::random;
    }
    return all;
  }

  [[nodiscard]] bool is_said(std::size_t array) const {
    return said_.sides.size() > array && !said_.sides[array].empty() && code_.arrays[array].is_parameter;
  }
  // The sides of the longest array of which a user says any.
  [[nodiscard]] std::vector<std::int64_t> longest_said() const {
    std::vector<std::int64_t> longest;
    for (std::size_t n = 0; n < code_.arrays.size(); ++n)
      if (is_said(n) && (code_.arrays[n].is_read || code_.arrays[n].is_written) &&
          (longest.empty() || elements_of(said_.sides[n]) > elements_of(longest)))
        longest = said_.sides[n];
    return longest;
  }

  // Blocks of less than a warp come last, since a small launch is often clean because it does nothing.
  void try_all(std::initializer_list<Numbering> numberings) {
    for (const bool tiny : {false, true})
      for (int way = 0; way < ways_to_fill; ++way)
        if (way == 0 || fills(way) != fills(way - 1))
          for (const Numbering numbering : numberings) try_blocks(numbering, fills(way), tiny);
  }
  void try_blocks(Numbering numbering, const std::vector<Fill>& fills, bool tiny) {
    for (const BlockGuess& guess : blocks()) {
      if (is_late()) return;
      const Numbers numbers = scalars(guess.elements, numbering);
      if (is_tiny(guess.block) == tiny && !is_known(numbers, guess, numbering)) try_grids(guess, numbers, fills);
    }
  }
  [[nodiscard]] bool is_tiny(const Dimensions& block) const {
    const bool is_wanted = said_.block || block_in_text() == block;
    return !is_wanted && block[0] * block[1] * block[2] < (is_flat_ ? row_of_threads : 2);
  }
  [[nodiscard]] std::optional<Dimensions> block_in_text() const {
    return in_text_for(scalars({row_of_threads, 1, 1}, Numbering::by_use)).block;
  }

  // Sides may be in the text: two of them, and some layers.
  [[nodiscard]] std::uint64_t room() const {
    std::vector<std::int64_t> sides{1, 1};
    sides.insert(sides.end(), said_.numbers.begin(), said_.numbers.end());
    std::partial_sort(sides.begin(), sides.begin() + 2, sides.end(), std::greater<>());
    constexpr std::int64_t layers = 8, most_side = 1 << 16;
    const auto wanted =
        static_cast<std::uint64_t>(std::min(sides[0], most_side) * std::min(sides[1], most_side) * layers);
    return std::clamp(wanted, room_of_arrays, most_unasked_room);
  }

  // Whether what comes before it says the same.
  [[nodiscard]] bool is_known(const Numbers& numbers, const BlockGuess& guess, Numbering numbering) const {
    return numbering > Numbering::by_use && numbering <= Numbering::by_name &&
           numbers == scalars(guess.elements, Numbering::by_use);
  }

  [[nodiscard]] bool asks(std::initializer_list<Coordinate> any) const {
    return std::any_of(any.begin(), any.end(), [&](Coordinate each) { return asked_.contains(each); });
  }
  // A launch that is clean is what was looked for; where it tells little, a few more are tried.
  [[nodiscard]] bool is_late() const {
    if (tried_ == 0) return false;
    if (PlanBudget::is_used_up()) return true;
    if (best_.is_clean && is_telling(best_seen_)) return true;
    return work_ > (best_.is_clean ? std::min(until_, said_.work) : said_.work);
  }

  [[nodiscard]] InText in_text_for(const Numbers& scalars) const {
    if (!said_.in_text) return {};
    const auto [at, is_new] = in_text_.try_emplace(scalars);
    if (!is_new) return at->second;
    work_ += work_of_reading_text;
    std::vector<double> nearest;
    for (const ExactNumber& scalar : scalars) nearest.push_back(scalar.value);
    return at->second = said_.in_text(nearest);
  }

  static constexpr int ways_to_fill = 4;
  // 0: as the kernel uses them; 1: what differs; then whole numbers that are small, and none.
  [[nodiscard]] std::vector<Fill> fills(int way) const {
    const bool compares = std::any_of(code_.sites.begin(), code_.sites.end(), [](const Site& site) {
      return site.kind == tilescope::Kind::partial_sum && site.operand >= static_cast<int>(SumForm::least);
    });
    std::vector<Fill> all;
    for (std::size_t n = 0; n < code_.arrays.size(); ++n) {
      const machine::Array& array = code_.arrays[n];
      const bool is_whole = !machine::number_in(array).is_floating();
      const bool is_read = array.is_read && has_site(n, tilescope::Kind::global_load);
      all.push_back(said_.fills.size() > n && said_.fills[n]        ? *said_.fills[n]
                    : !is_read                                      ? Fill::zeros
                    : !is_whole                                     ? (compares ? Fill::random : Fill::counting)
                    : way < 2 && code_.atomics.empty() && !compares ? Fill::ramp
                    : way < 3                                       ? Fill::random
                                                                    : Fill::zeros);
      const bool is_said = said_.fills.size() > n && said_.fills[n];
      if (!is_said && is_read && said_.holds_anything && uses_.arrays[n].finds_changed)
        all.back() = Fill::random;  // so that threads meet
      else if (way == 0 && !is_said && is_read && (is_whole || numbers_in_element(array) > 1))
        all.back() = by_use(n).value_or(all.back());
    }
    return all;
  }
  // What an array may hold whose values lead to others, so that they lead somewhere and come to an end.
  [[nodiscard]] std::optional<Fill> by_use(std::size_t n) const {
    const ArrayUse& use = uses_.arrays[n];
    if (use.finds_itself) return use.has_none ? Fill::linked : Fill::halves;
    if (numbers_in_element(code_.arrays[n]) > 1) return std::nullopt;  // each part may be for something else
    if (use.begins && use.ends_itself) return Fill::ascending;
    if (use.begins) return Fill::ramp;
    if (use.ends) return Fill::counting;
    if (use.finds) return use.finds_stored ? Fill::ramp : Fill::scattered;
    if (use.has_none) return Fill::linked;
    if (use.limits) return Fill::random;
    return std::nullopt;
  }
  [[nodiscard]] bool has_site(std::size_t array, tilescope::Kind kind) const {
    return std::any_of(code_.sites.begin(), code_.sites.end(),
                       [&](const Site& site) { return site.array == array && site.kind == kind; });
  }

  [[nodiscard]] Dimensions default_block() const {
    if (is_flat_) return {asks({Coordinate::block_x}) ? row_of_threads : 2 * row_of_threads, 1, 1};
    if (is_deep_) return {4, 4, 4};
    if (!code_.warps.empty()) return {row_of_threads, 4, 1};  // a warp is a row
    return {side_of_threads, side_of_threads, 1};
  }

  // As a user wants them, as the text's own launch has them, by the numbers that shared memory is made with, and as
  // small ones as may be.
  [[nodiscard]] std::vector<BlockGuess> blocks() const {
    if (said_.block) return {{*said_.block}};
    std::vector<BlockGuess> all;
    if (const auto in_text = block_in_text()) all.push_back({*in_text});
    if (const std::int64_t most = code_.kernel->most_threads; is_flat_ && most >= row_of_threads)
      all.push_back({{most, 1, 1}});
    std::set<std::int64_t, std::greater<>> numbers;
    bool shares = false;
    for (const machine::Array& array : code_.arrays) {
      if (array.space != Space::shared) continue;
      shares = true;
      if (array.dynamic) continue;
      for (std::size_t n = 0; n < array.sides.size(); ++n)  // [16][17] has a column of padding
        if (n == 0 || array.sides[n] != array.sides[n - 1] + 1) numbers.insert(array.sides[n]);
      if (is_deep_ && array.sides.size() == 3) all.push_back({{array.sides[2], array.sides[1], array.sides[0]}});
    }
    if (shares)
      for (const std::int64_t number : said_.numbers) numbers.insert(number);
    std::vector<Dimensions> by_numbers;
    for (const std::int64_t x : numbers) {
      if (x < 2) continue;
      if (is_flat_) {
        by_numbers.push_back({x, 1, 1});
        continue;
      }
      for (const std::int64_t y : numbers) by_numbers.push_back({x, y, 1});
      for (std::int64_t y = x / 2; y >= 2; y /= 2) by_numbers.push_back({x, y, 1});  // several rows for each thread
    }
    std::erase_if(by_numbers, [](const Dimensions& block) { return block[0] * block[1] > most_of_a_block; });
    std::stable_sort(by_numbers.begin(), by_numbers.end(), [](const Dimensions& a, const Dimensions& b) {
      const auto worth = [](const Dimensions& of) { return std::tuple(of[0] * of[1], of[0] == of[1], of[0]); };
      return worth(a) > worth(b);
    });
    const auto less_than_a_warp = std::find_if(by_numbers.begin(), by_numbers.end(), [&](const Dimensions& block) {
      return is_flat_ && block[0] < row_of_threads;
    });
    for (auto block = by_numbers.begin(); block != less_than_a_warp; ++block) all.push_back({*block, tiled_by(*block)});
    for (auto block = by_numbers.begin(); is_flat_ && block != less_than_a_warp; ++block)
      if ((*block)[0] % 2 == 0) all.push_back({{(*block)[0] / 2, 1, 1}, *block});  // two elements for each thread
    all.push_back({default_block()});
    for (auto block = less_than_a_warp; block != by_numbers.end(); ++block) all.push_back({*block, tiled_by(*block)});
    if (is_flat_) all.push_back({{most_of_a_block / 4, 1, 1}});
    if (!is_flat_) all.push_back({{2 * side_of_threads, 2 * side_of_threads, 1}});
    all.push_back({{1, 1, 1}});
    return all;
  }

  // A block may fill a tile that is several times as wide.
  [[nodiscard]] Dimensions tiled_by(const Dimensions& block) const {
    Dimensions tile = block;
    for (const machine::Array& array : code_.arrays)
      if (array.space == Space::shared && array.sides.size() == 2 && !is_flat_)
        for (std::size_t way = 0; way < 2; ++way)
          if (const std::int64_t side = array.sides[1 - way]; side % block[way] == 0 && side <= 4 * block[way])
            tile[way] = std::max(tile[way], side);
    return tile;
  }

  // Whole numbers that are lengths have two blocks each way, or are small ones; 0: as their names say.
  [[nodiscard]] Numbers scalars(const Dimensions& block, Numbering numbering) const {
    std::size_t lengths = 0;
    for (std::size_t n = 0; n < code_.scalars.size(); ++n)
      if (code_.scalars[n].type.is_integer() && use(n) <= Use::layers) ++lengths;
    const std::int64_t wide = numbering == Numbering::small_lengths ? 4 : std::max(block[0], block[1]);
    const std::int64_t columns = covered(0, block, is_flat_ ? (lengths > 1 ? wide : 2 * wide) : 2 * wide, lengths);
    const std::int64_t rows = covered(1, block,
                                      is_flat_     ? std::min<std::int64_t>(8, wide)
                                      : wide >= 32 ? wide
                                                   : 3 * wide,
                                      lengths);
    const std::vector<std::int64_t> said =
        numbering == Numbering::as_long_as_said ? longest_said() : std::vector<std::int64_t>();
    Numbers all;
    for (std::size_t n = 0; n < code_.scalars.size(); ++n) {
      ExactNumber value = code_.scalars[n].type.is_integer() ? 0 : floating(n);
      if (code_.scalars[n].type.is_integer() && !said.empty() && use(n) <= Use::layers)
        value = static_cast<double>(side_for(use(n), said));
      else if (code_.scalars[n].type.is_integer())
        switch (use(n, numbering)) {
          case Use::length: value = static_cast<double>(columns); break;
          case Use::columns: value = static_cast<double>(columns); break;
          case Use::rows: value = static_cast<double>(lengths > 1 ? rows : columns); break;
          case Use::layers: value = static_cast<double>(is_deep_ ? block[2] : 4); break;
          case Use::all: value = static_cast<double>(is_flat_ ? covered(0, block, 2 * wide, 1) : columns); break;
          case Use::block:
            value = static_cast<double>(std::min(columns, wide > row_of_threads ? row_of_threads : 2 * wide));
            break;
          case Use::part: value = uses_.numbers[n].parts == 2 ? 8 : uses_.numbers[n].parts == 3 ? 6 : 4; break;
          case Use::middle: value = static_cast<double>(std::max<std::int64_t>(wide + wide / 2, 2)); break;
          case Use::inner: value = static_cast<double>(std::min<std::int64_t>(nests_ > 2 ? 4 : 8, 2 * wide)); break;
          case Use::few: value = 2; break;
          case Use::window: value = 3; break;
          case Use::one: value = 1; break;
          case Use::none: value = 0; break;
        }
      if (numbering == Numbering::as_in_text && said_.numbers_in_text[n])
        value = static_cast<double>(*said_.numbers_in_text[n]);
      if (numbering == Numbering::ones && code_.scalars[n].type.is_integer()) value = 1;
      if (code_.scalars[n].type->kind == language::TypeKind::bool_) value = 1;
      if (said_.scalars.size() > n && said_.scalars[n]) value = *said_.scalars[n];
      all.push_back(value);
    }
    return all;
  }
  static std::int64_t side_for(Use use, const std::vector<std::int64_t>& sides) {
    if (sides.size() == 1 || use == Use::length) return static_cast<std::int64_t>(elements_of(sides));
    if (use == Use::columns) return sides.back();
    return use == Use::rows ? sides[sides.size() - 2] : sides.front();
  }
  // As long as the blocks that a user wants, where they do not want too many.
  [[nodiscard]] std::int64_t covered(std::size_t way, const Dimensions& block, std::int64_t otherwise,
                                     std::size_t lengths) const {
    if (!said_.grid || (is_flat_ && (lengths > 1 || way > 0))) return otherwise;
    const Dimensions& grid = *said_.grid;
    double blocks = 1;
    for (const std::int64_t count : grid) blocks *= static_cast<double>(count);
    return blocks <= static_cast<double>(most_blocks) ? grid[way] * block[way] : otherwise;
  }
  [[nodiscard]] Use use(std::size_t scalar, Numbering numbering) const {
    if (numbering == Numbering::lengths) return Use::length;
    const Use named = use(scalar);
    if (numbering == Numbering::single_steps && named >= Use::few) return Use::one;
    const NumberUse& use = uses_.numbers[scalar];
    if (numbering > Numbering::by_use_low || !use.is_used) return named;
    const bool says_little = names_[scalar].size() == 1;
    if (named > Use::layers && !says_little) return named;
    if (use.is_passed && !use.is_limit && numbering != Numbering::by_use_low) return is_flat_ ? Use::all : named;
    if (use.is_place()) return numbering == Numbering::by_use_further_on ? Use::middle : Use::one;
    if (use.covers_all) return is_flat_ ? Use::all : named;
    if (is_flat_ && use.is_factor && !use.is_limit && covers_any_) return Use::all;
    if (use.parts > 1 && is_flat_) return Use::part;
    const bool is_alone = !is_flat_ && names_.size() == 1;  // so it says more than that
    if (use.counts_loop && !is_alone) return use.covers_block ? Use::block : named == Use::layers ? named : Use::inner;
    return named;
  }
  [[nodiscard]] Use use(std::size_t scalar) const {
    const std::string& name = names_[scalar];
    const bool is_part =
        name.size() > 2 && name[name.size() - 2] == '.' && name.find_last_of("xyzw") == name.size() - 1;
    return use_of(is_part ? name.substr(0, name.size() - 2) : name);  // a vector's parts are as the vector is called
  }
  [[nodiscard]] double floating(std::size_t scalar) const {
    const std::string& name = names_[scalar];
    if (has(name, {"eps", "tol"})) return 1e-5;
    if (has(name, {"beta", "dt", "rate", "lr", "inv"})) return 0.5;
    return 2;
  }

  // The lengths among the numbers that are given.
  [[nodiscard]] std::vector<std::int64_t> lengths(const Numbers& scalars) const {
    std::set<std::int64_t> all;
    for (std::size_t n = 0; n < scalars.size(); ++n)
      if (is_length(scalars, n)) all.insert(static_cast<std::int64_t>(scalars[n].value));
    return {all.begin(), all.end()};
  }
  [[nodiscard]] bool is_length(const Numbers& scalars, std::size_t n) const {
    return code_.scalars[n].type.is_integer() && scalars[n].value >= 2 && scalars[n].value <= most_length &&
           use(n) <= Use::layers;
  }

  [[nodiscard]] std::vector<Dimensions> grids(const BlockGuess& guess, const Numbers& scalars) const {
    const Dimensions& block = guess.block;
    if (said_.grid) return {*said_.grid};
    if (const auto in_text = in_text_for(scalars); in_text.grid && in_text.block == block)
      if (can_try({*in_text.grid, block, 0})) return {*in_text.grid};
    std::array<std::set<std::int64_t>, 3> counts;
    for (std::size_t way = 0; way < 3; ++way) {
      const bool is_asked = way == 0   ? asks({Coordinate::block_x})
                            : way == 1 ? asks({Coordinate::block_y})
                                       : asks({Coordinate::block_z});
      if (!is_asked) {
        counts[way] = {1};
        continue;
      }
      for (const std::int64_t length : lengths(scalars)) {
        counts[way].insert(divided_up(length, block[way]));
        counts[way].insert(divided_up(length, guess.elements[way]));
        for (const machine::Array& array : code_.arrays)
          if (array.space == Space::shared && array.sides.size() == 2)
            counts[way].insert(divided_up(length, array.sides[1 - std::min<std::size_t>(way, 1)]));
        for (const std::int64_t each : said_.numbers) {
          if (each > 1 && each <= 16) counts[way].insert(divided_up(length, each * block[way]));
          if (each > 1 && each < block[way]) counts[way].insert(divided_up(length, each));
        }
        if (length <= 64) counts[way].insert(length);
      }
      if (counts[way].empty()) counts[way] = {2};
    }
    std::vector<Dimensions> all;
    for (const std::int64_t x : counts[0])
      for (const std::int64_t y : counts[1])
        for (const std::int64_t z : counts[2]) all.push_back({x, y, z});
    std::stable_sort(all.begin(), all.end(),
                     [](const Dimensions& a, const Dimensions& b) { return a[0] * a[1] * a[2] < b[0] * b[1] * b[2]; });
    return all;
  }

  // Which is better: where threads are not in each other's way, several blocks have something to do, what stays within
  // what the lengths say, sees most, and has fewer blocks.
  using Worth = std::tuple<bool, bool, bool, int, std::uint64_t, std::uint64_t>;
  [[nodiscard]] Worth worth(const Surveyed& seen, const Numbers& scalars) const {
    std::uint64_t longest = 0;
    double product = 1;
    std::size_t count = 0;
    for (std::size_t n = 0; n < scalars.size(); ++n)
      if (is_length(scalars, n)) product *= scalars[n].value, ++count;
    if (!is_flat_ && count == 1) product *= product;
    for (std::size_t n = 0; n < code_.arrays.size(); ++n)
      if (code_.arrays[n].space == Space::global && code_.arrays[n].is_parameter)
        longest = std::max(longest, seen.arrays[n].extent / parts(n));
    const auto all = static_cast<double>(longest);
    const int tier = all <= product ? 2 : all <= product * product ? 1 : 0;
    return {seen.is_clean(),      is_telling(seen),
            seen.busy_blocks > 1, tier,
            seen.loaded(),        seen.loaded() == 0 ? seen.stored() : 0};
  }
  [[nodiscard]] std::uint64_t parts(std::size_t array) const { return numbers_in_element(code_.arrays[array]); }

  // What no GPU takes is refused elsewhere; more blocks than these are not looked at.
  [[nodiscard]] bool can_try(const Setting& setting) const {
    Setting one = setting;
    std::int64_t blocks = 1;
    for (std::int64_t& count : one.grid)
      if (count < 1 || count > most_blocks || (blocks *= count) > (may_grow_ ? most_blocks : most_guessed_blocks))
        return false;
    one.grid = {1, 1, 1};
    return is_possible(kernel_, one);
  }

  // Where what was said of a launch leads beyond what arrays have room for, they get more. Whether they did.
  bool grow(const Surveyed& seen) {
    bool grew = false;
    std::uint64_t bytes = 0;
    std::vector<std::uint64_t> rooms = rooms_;
    for (std::size_t n = 0; n < code_.arrays.size(); ++n) {
      if (!code_.arrays[n].is_parameter || is_said(n)) continue;
      if (seen.arrays[n].wanted > rooms[n]) rooms[n] = seen.arrays[n].wanted + seen.arrays[n].wanted / 4, grew = true;
      bytes += rooms[n] * machine::bytes_of(machine::cell_of(machine::number_in(code_.arrays[n])));
    }
    if (!grew || bytes > most_room) return false;
    rooms_ = rooms;
    fill_arrays(filled_with_);
    return true;
  }

  [[nodiscard]] Surveyed look_at(const Setting& setting, const Numbers& scalars) {
    Surveyed seen = survey(kernel_, setting, scalars, arrays_, pool_);
    work_ += seen.work;
    for (int times = 0; may_grow_ && times < most_growths && seen.strays > 0 && grow(seen); ++times) {
      seen = survey(kernel_, setting, scalars, arrays_, pool_);
      work_ += seen.work;
    }
    for (std::size_t n = 0; may_grow_ && n < code_.arrays.size(); ++n)  // where there is not so much room
      if (code_.arrays[n].is_parameter) seen.arrays[n].extent = std::max(seen.arrays[n].extent, seen.arrays[n].wanted);
    return seen;
  }

  void try_grids(const BlockGuess& guess, const Numbers& scalars, const std::vector<Fill>& fills) {
    const Dimensions& block = guess.block;
    std::optional<Worth> best;
    bool is_unset = false;  // what a block of this size leaves unset it does in larger grids, too
    if (filled_with_ != fills || arrays_.empty()) fill_arrays(fills);
    for (const Dimensions& grid : grids(guess, scalars)) {
      if (is_unset || (tried_ > 0 && (work_ > said_.work || PlanBudget::is_used_up()))) break;
      Setting setting{grid, block, shared_bytes(block, scalars)};
      if (!can_try(setting) || is_too_much(grid)) continue;
      ++tried_;
      if (has_any_ && !may_grow_ && !first_works(setting, scalars)) continue;
      const Surveyed seen = look_at(setting, scalars);
      is_unset = seen.unset > 0;
      const Worth now = worth(seen, scalars);
      if (best && now <= *best) continue;
      best = now;
      const bool is_new = setting.block != best_.setting.block || scalars != best_.scalars || fills != best_fills_;
      if (has_any_ && (!(now > best_worth_) || (is_new && is_unlike_best(seen)))) continue;
      has_any_ = true;
      best_worth_ = now;
      best_seen_ = seen;
      best_ = {setting, scalars, {}, true, seen.is_clean()};
      best_fills_ = fills;
      if (best_.is_clean) until_ = std::min(until_, work_ + work_of_more);
    }
  }
  // Threads are not in each other's way, and some of them do something.
  [[nodiscard]] static bool is_telling(const Surveyed& seen) {
    return seen.conflicts == 0 && seen.loaded() + seen.stored() >= least_touched;
  }
  // Beside a launch that is clean, though its threads race: that is not another launch.
  [[nodiscard]] bool is_unlike_best(const Surveyed& seen) const {
    const auto are_alike = [](std::uint64_t a, std::uint64_t b) { return a <= 2 * b && b <= 2 * a; };
    return best_.is_clean && best_seen_.conflicts > 0 &&
           !(are_alike(seen.events, best_seen_.events) && are_alike(seen.loaded(), best_seen_.loaded()) &&
             are_alike(seen.stored(), best_seen_.stored()));
  }
  // Where several blocks of a launch have something to do, many more of them show nothing else.
  [[nodiscard]] bool is_too_much(const Dimensions& grid) const {
    if (!best_.is_clean || best_seen_.busy_blocks < 2) return false;
    const auto blocks = [](const Dimensions& of) { return static_cast<double>(of[0] * of[1] * of[2]); };
    return static_cast<double>(best_seen_.events) * blocks(grid) > most_likely_events * blocks(best_.setting.grid);
  }
  [[nodiscard]] bool first_works(const Setting& setting, const Numbers& scalars) {
    const Attempt first = try_first(kernel_, setting, scalars, arrays_);
    work_ += first.work;
    return first.is_clean();
  }

  // The text says how long it is, of numbers.
  [[nodiscard]] static std::vector<std::int64_t> declared_sides(const machine::Array& array) {
    std::vector<std::int64_t> sides = array.sides.empty() ? std::vector<std::int64_t>{1} : array.sides;
    const auto each = static_cast<std::int64_t>(numbers_in_element(array));
    if (each > 1) sides.push_back(each);
    return sides;
  }
  static std::uint64_t elements_of(const std::vector<std::int64_t>& sides) {
    std::uint64_t all = 1;
    for (const std::int64_t side : sides) all *= static_cast<std::uint64_t>(side);
    return all;
  }
  // For an array that the text declares: it is only read, and the text says nothing of what it holds.
  [[nodiscard]] bool is_left_open(std::size_t n) const {
    const machine::Array& array = code_.arrays[n];
    return array.is_read && !array.is_written &&
           std::all_of(array.first.begin(), array.first.end(), [](std::byte byte) { return byte == std::byte{0}; });
  }

  void fill_arrays(const std::vector<Fill>& fills) {
    filled_with_ = fills;
    arrays_.assign(code_.arrays.size(), {});
    for (std::uint32_t n = 0; n < code_.arrays.size(); ++n)
      if (code_.arrays[n].is_parameter)
        arrays_[n] = filled(code_.arrays[n], n, rooms_[n], fills[n], 1, said_.seed);
      else if (code_.arrays[n].space == Space::global && is_left_open(n))
        arrays_[n] = filled(code_.arrays[n], n, elements_of(declared_sides(code_.arrays[n])), fills[n], 1, said_.seed);
    for (std::size_t n = 0; n < said_.contents.size(); ++n)
      if (!said_.contents[n].empty()) arrays_[n] = said_.contents[n];
  }

  [[nodiscard]] std::int64_t shared_bytes(const Dimensions& block, const Numbers& scalars) const {
    if (said_.shared_bytes) return *said_.shared_bytes;
    if (dynamic_ == static_cast<std::ptrdiff_t>(code_.arrays.size())) return 0;
    if (const auto in_text = in_text_for(scalars);
        in_text.shared_bytes && *in_text.shared_bytes > 0 && in_text.block == block)
      return *in_text.shared_bytes;
    return 16384;  // room to spare, which is cut down to what is touched
  }

  // Arrays as long as they are touched, or as a user says; what a launch needs no more is left out.
  LaunchGuess fitted() {
    best_.arrays.resize(code_.arrays.size());
    if (!has_any_) {
      const Dimensions block = said_.block.value_or(default_block());
      best_ = {{said_.grid.value_or(Dimensions{1, 1, 1}), block, said_.shared_bytes.value_or(0)},
               scalars(block, Numbering::by_use),
               std::vector<ArrayGuess>(code_.arrays.size()),
               false,
               false};
      best_fills_ = fills(0);
      best_seen_.arrays.resize(code_.arrays.size());
    }
    best_.search_ended = PlanBudget::is_used_up() || best_seen_.is_cut;
    if (has_any_ && !best_seen_.is_whole) look_at_rest();
    for (std::size_t n = 0; n < code_.arrays.size(); ++n) {
      const machine::Array& array = code_.arrays[n];
      if (array.space != Space::global) continue;
      ArrayGuess& guess = best_.arrays[n];
      guess.fill = best_fills_[n];
      guess.sides = said_.sides.size() > n && !said_.sides[n].empty() ? said_.sides[n]
                    : array.is_parameter                              ? sides_of(n)
                                                                      : declared_sides(array);
      if (!array.is_parameter && !is_left_open(n)) guess.fill = Fill::declared;
    }
    if (dynamic_ < static_cast<std::ptrdiff_t>(code_.arrays.size()) && !said_.shared_bytes && has_any_)
      cut_shared_bytes();
    return std::move(best_);
  }

  // Where a guard lets too many through, a launch in which that is seen, with arrays as long as they are meant to be.
  void look_past_guards() {
    if (filled_with_ != best_fills_) fill_arrays(best_fills_);
    std::vector<bool> counts, is_set, is_long;
    for (std::size_t n = 0; n < code_.scalars.size(); ++n) {
      counts.push_back(is_length(best_.scalars, n) && is_count(names_[n]));
      is_set.push_back(said_.scalars.size() > n && said_.scalars[n]);
    }
    for (std::size_t n = 0; n < code_.arrays.size(); ++n)
      is_long.push_back(!code_.arrays[n].is_parameter || is_said(n));
    const auto run = [&](const Numbers& scalars) {
      Surveyed seen = survey(kernel_, best_.setting, scalars, arrays_, pool_);
      work_ += seen.work;
      return seen;
    };
    const std::optional<PastGuard> found =
        find_past_guard({best_.scalars, best_seen_, uses_, counts, is_set, is_long}, run);
    if (!found) return;
    if (found->scalars != best_.scalars) best_seen_ = run(found->scalars);
    best_.scalars = found->scalars;
    for (std::size_t n = 0; n < found->extents.size(); ++n)
      if (found->extents[n] > 0) best_seen_.arrays[n].extent = found->extents[n];
  }

  // Blocks that were not looked at may go further than those at the edges.
  void look_at_rest() {
    if (filled_with_ != best_fills_) fill_arrays(best_fills_);
    for (int times = 0; times < 2 * most_growths; ++times) {
      Filled fitting = arrays_;
      for (std::size_t n = 0; n < fitting.size(); ++n)
        if (code_.arrays[n].is_parameter)
          fitting[n].resize(std::min<std::uint64_t>(fitting[n].size(), bytes_of_first(n, best_seen_.arrays[n].extent)));
      const Attempt all = reading::try_all(kernel_, best_.setting, best_.scalars, fitting);
      if (!all.finished || all.is_clean()) return;
      for (std::size_t n = 0; n < fitting.size(); ++n)
        if (all.strays[n] > 0) best_seen_.arrays[n].extent = std::min(2 * best_seen_.arrays[n].extent, rooms_[n]);
    }
  }
  [[nodiscard]] std::uint64_t bytes_of_first(std::size_t array, std::uint64_t numbers) const {
    const std::uint64_t size = code_.arrays[array].element->size;
    return (numbers + parts(array) - 1) / parts(array) * (size == 0 ? sizeof(std::uint32_t) : size);
  }

  // What is read or written by a launch that does not end: as many as its lengths say, or as it has threads.
  [[nodiscard]] std::int64_t likely_elements() const {
    std::int64_t all = 1, threads = 1;
    for (const std::int64_t length : lengths(best_.scalars)) all = std::min(all * length, most_guessed_elements);
    for (const Dimensions& sides : {best_.setting.grid, best_.setting.block})
      for (const std::int64_t side : sides) threads = std::min(threads * side, most_guessed_elements);
    return std::max(all, threads);
  }

  void cut_shared_bytes() {
    std::int64_t bytes = 0;
    for (std::size_t n = 0; n < code_.arrays.size(); ++n)
      if (code_.arrays[n].dynamic)
        bytes = std::max(bytes, static_cast<std::int64_t>(best_seen_.arrays[n].extent) *
                                    machine::bytes_of(machine::cell_of(machine::number_in(code_.arrays[n]))));
    best_.setting.dynamic_shared_bytes = std::max<std::int64_t>(bytes, 4);
  }

  // As many as the text allocates, if it says so: what is touched beyond is a mistake.
  [[nodiscard]] std::optional<std::int64_t> elements_in_text(std::size_t n) const {
    const InText in_text = in_text_for(best_.scalars);
    const auto size = static_cast<std::int64_t>(code_.arrays[n].element->size);
    if (n >= in_text.bytes.size() || !in_text.bytes[n] || size == 0 || *in_text.bytes[n] < size) return std::nullopt;
    return *in_text.bytes[n] / size;
  }

  // Of a pointer to rows, as float (*rows)[8] has it; none if it points to numbers.
  [[nodiscard]] std::vector<std::int64_t> row_in_text(std::size_t n) const {
    const machine::Array& array = code_.arrays[n];
    if (array.given == nullptr || !array.given->type.is_array() || parts(n) > 1) return {};
    return machine::sides_of(array.given->type);
  }

  // As many rows as its threads' steps show, where a step is a length that the kernel is given.
  [[nodiscard]] std::vector<std::int64_t> sides_of(std::size_t n) const {
    const Touches& touches = best_seen_.arrays[n];
    const auto each = static_cast<std::int64_t>(parts(n));
    std::int64_t elements = divided_up(std::max<std::int64_t>(static_cast<std::int64_t>(touches.extent), 1), each);
    // A loop that does not end goes through an array as far as there is room.
    if (!best_seen_.finished)
      elements = touches.extent == 0 ? likely_elements() : std::min(elements, likely_elements());
    if (std::vector<std::int64_t> row = row_in_text(n); !row.empty()) {
      row.insert(row.begin(), divided_up(elements, static_cast<std::int64_t>(elements_of(row))));
      return row;
    }
    std::set<std::int64_t> widths;
    for (const ExactNumber& scalar : best_.scalars) {
      const double one = scalar.value;
      if (!(one >= 2 && one < 1e6)) continue;
      widths.insert(static_cast<std::int64_t>(one));
      for (const ExactNumber& other : best_.scalars)  // interleaved channels
        if (other.value >= 2 && other.value <= 4) widths.insert(static_cast<std::int64_t>(one * other.value));
    }
    elements = rounded_up(elements, widths);
    if (const auto allocated = elements_in_text(n); allocated && *allocated < elements) elements = *allocated;
    for (const std::int64_t number : said_.numbers)
      if (number >= 4 &&
          std::find(best_.setting.block.begin(), best_.setting.block.end(), number) == best_.setting.block.end())
        widths.insert(number);
    std::int64_t width = 0;
    std::uint64_t most = 0;
    for (const auto& [step, times] : touches.steps) {
      const auto wide = static_cast<std::int64_t>(step) / each;
      const bool fits = static_cast<std::int64_t>(step) % each == 0 && widths.contains(wide) && elements % wide == 0 &&
                        elements / wide >= 2 && is_likely(elements / wide, wide);
      if (fits && times > most) most = times, width = wide;
    }
    std::vector<std::int64_t> sides;
    if (width > 0)
      sides = {elements / width, width};
    else
      sides = {elements};
    if (each > 1) sides.back() *= each;
    return sides;
  }

  // A kernel may leave out an array's last few elements: those that its lengths say there are.
  static std::int64_t rounded_up(std::int64_t elements, const std::set<std::int64_t>& widths) {
    std::set<std::int64_t> likely = widths;
    for (const std::int64_t a : widths)
      for (const std::int64_t b : widths) likely.insert(a * b);
    const auto next = likely.lower_bound(elements);
    return next != likely.end() && 4 * *next <= 5 * elements ? *next : elements;
  }

  const machine::Prepared& kernel_;
  const Code& code_;
  const LaunchHints& said_;
  std::vector<std::string> names_;  // of the numbers
  Uses uses_;
  bool covers_any_ = false;   // some number is the limit of all threads
  std::ptrdiff_t nests_ = 0;  // how many numbers are those of loops
  std::set<Coordinate> asked_;
  bool is_flat_ = true, is_deep_ = false;
  std::ptrdiff_t dynamic_ = 0;
  bool may_grow_ = false;             // a user says how large it is
  std::vector<std::uint64_t> rooms_;  // of the arrays, in numbers
  mutable std::uint64_t work_ = 0;
  std::shared_ptr<EventPool> pool_ = std::make_shared<EventPool>(most_kept_slabs);
  mutable std::map<Numbers, InText> in_text_;  // to ask for it means to read the text again
  int tried_ = 0;
  std::uint64_t until_ = 0;  // work, once a clean launch is there
  bool has_any_ = false;
  Worth best_worth_{};
  Surveyed best_seen_;
  std::vector<Fill> best_fills_, filled_with_;
  Filled arrays_;  // so filled
  LaunchGuess best_;
};

}  // namespace

LaunchGuess guess_launch(const machine::Prepared& kernel, const LaunchHints& said) {
  return Guesser(kernel, said).guess();
}

}  // namespace tilescope::reading
