// Compares the writer's texts, compiled for this machine, with the machine: every event, every count, the arrays, what
// is printed.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <utility>

#include "tests/instrumentation/device_text/run_elsewhere.h"
#include "tests/instrumentation/machine/judge/for_machine.h"

namespace tilescope::elsewhere {
namespace {

struct Sums {
  int cases = 0, wrong = 0, launches = 0, chancy = 0, beside = 0;  // of which blocks go side by side
  std::uint64_t events = 0;
  std::uint64_t blocks = 0, ways = 0, different = 0;  // in shared memory
};

std::string in_words(const Event& event) {
  return fmt::format("kind {}, line {}: index {}, bits {:x}, second {:x}, origin {:x}", static_cast<int>(event.kind()),
                     event.line(), event.index, event.bits, event.second, event.origin);
}

class Comparing {
 public:
  Comparing(const Case& one, std::size_t number, const machine::Launch& launch, Sums& sums)
      : case_(one),
        number_(number),
        launch_(launch),
        sums_(sums),
        code_(one.prepared->code()),
        shape_(row_shape(code_)),
        threads_(launch.threads()) {}

  // What differs first; empty: nothing.
  std::string difference() {
    machine::RunOptions how;
    how.pool = pool();
    here_ = machine::run(*case_.prepared, launch_, how);
    how.keeps = [](std::uint64_t) { return false; };
    counted_here_ = machine::run(*case_.prepared, launch_, how);
    if (here_.fault) return "the machine says: " + here_.fault->message;
    in_order_ = here_.in_turns() || !judge::steers(code_);
    for (std::size_t column = 0; column < columns(); ++column)
      most_ = std::max<std::uint32_t>(most_, events(column).size());
    wide_ = run(case_, number_, launch_, Kind::wide, {most_, {}, {}});
    if (std::string what = left_by(wide_, true); !what.empty()) return "wide: " + what;
    if (std::string what = in_wide(); !what.empty()) return "wide: " + what;
    if (std::string what = in_narrow(); !what.empty()) return "narrow: " + what;
    if (std::string what = in_columns(); !what.empty()) return "in columns: " + what;
    if (std::string what = in_counts(); !what.empty()) return "counts: " + what;
    if (std::string what = in_ways(); !what.empty()) return "ways: " + what;
    if (std::string what = left_by(run(case_, number_, launch_, Kind::bare, {}), true); !what.empty())
      return "bare: " + what;
    return "";
  }

 private:
  static std::shared_ptr<EventPool> pool() {
    static const auto pool = std::make_shared<EventPool>(16);
    return pool;
  }
  [[nodiscard]] std::size_t columns() const { return here_.blocks.size() * threads_; }
  [[nodiscard]] Column events(std::size_t column) const {
    const machine::BlockResult& block = here_.blocks[column / threads_];
    return {*block.record, block.first_lane + static_cast<std::uint32_t>(column % threads_), here_.code->sites.data()};
  }

  // Arrays, what was printed, and whether a thread gave up.
  [[nodiscard]] std::string left_by(const Left& left, bool prints) const {
    if (left.stuck[0] != 0)
      return fmt::format("thread {} of block {} gave up, {}, on line {}", left.stuck[2], left.stuck[1], left.stuck[0],
                         left.stuck[3]);
    if (!in_order_) return "";
    for (std::size_t n = 0; n < left.arrays.size(); ++n)
      if (code_.arrays[n].space == Space::global &&
          !std::ranges::equal(left.arrays[n], std::span<const std::byte>(here_.arrays[n])))
        return fmt::format("array {}", code_.arrays[n].name);
    if (prints && left.printed != here_.printed) return fmt::format("'{}' and '{}'", here_.printed, left.printed);
    return "";
  }

  // An event as the words that lie in a recording, with and without what lies in `more`.
  [[nodiscard]] Event event_at(const Left& left, std::size_t column, std::uint32_t n, bool with_more) const {
    const std::uint32_t* const words = left.events.data() + place(column, n, most_, true);
    Event event{words[0], words[2], words[1], 0, words[3], &code_.sites.at(words[3])};
    if (with_more) add_more(event, left, column, n, most_);
    return event;
  }
  void add_more(Event& event, const Left& left, std::size_t column, std::uint32_t n, std::uint32_t capacity) const {
    const std::uint32_t words = shape_.words() - 2;
    const std::size_t slot = column / threads_, thread = column % threads_;
    const auto word = [&](std::uint32_t which) -> std::uint64_t {
      return left.more[((slot * capacity + n) * words + which) * threads_ + thread];
    };
    if (shape_.wide) event.bits |= word(0) << 32;
    if (shape_.pairs) event.second = word(shape_.second() - 2);
    if (shape_.pairs && shape_.wide) event.second |= word(shape_.second() - 1) << 32;
  }
  [[nodiscard]] std::size_t place(std::size_t column, std::uint32_t n, std::uint32_t capacity, bool wide) const {
    const std::size_t slot = column / threads_, thread = column % threads_;
    if (wide) return ((slot * capacity + n) * threads_ + thread) * 4;
    const std::size_t words = is_thin(number_) ? 1 : 2;
    if (in_pairs(number_)) return ((slot * (capacity / 2) + n / 2) * threads_ + thread) * 2 * words + n % 2 * words;
    return ((slot * capacity + n) * threads_ + thread) * words;
  }

  // What atomics found and left, others decide.
  [[nodiscard]] bool same(const Event& a, const Event& b) const {
    if (a.kind() != tilescope::Kind::atomic || here_.in_turns()) return same_but_clock(a, b);
    return a.index == b.index && a.origin == b.origin && same_but_column(*a.at, *b.at);
  }

  std::string in_wide() {
    if (!in_order_) {
      ++sums_.chancy;
      return "";
    }
    for (std::size_t column = 0; column < columns(); ++column) {
      const Column wanted = events(column);
      if (wide_.made[column] != wanted.size())
        return fmt::format("thread {}: {} events and {}", column, wanted.size(), wide_.made[column]);
      sums_.events += wanted.size();
      for (std::uint32_t n = 0; n < wanted.size(); ++n)
        if (const Event a = wanted[n], b = event_at(wide_, column, n, true); !same(a, b))
          return fmt::format("thread {}, event {}: {} and {}", column, n, in_words(a), in_words(b));
    }
    return "";
  }

  // The same numbers, and one hash for those that went the same way. Then only the first half of the events.
  std::string in_narrow() const {
    if (!in_order_) return "";
    const Left whole = run(case_, number_, launch_, Kind::narrow, {most_ + most_ % 2, {}, {}});
    const std::uint32_t half = most_ / 4 * 2;
    const Left part = run(case_, number_, launch_, Kind::narrow, {half, {}, {}});
    if (std::string what = left_by(whole, true); !what.empty()) return what;
    if (whole.made != wide_.made || part.made != wide_.made) return "other numbers of events";
    if (whole.paths != wide_.paths || part.paths != wide_.paths) return "other hashes";
    for (std::size_t column = 0; column < columns(); ++column)
      for (std::uint32_t n = 0; n < wide_.made[column]; ++n) {
        if (!same_numbers(whole, column, n, most_ + most_ % 2)) return fmt::format("thread {}, event {}", column, n);
        if (n + 1 == wide_.made[column] && is_thin(number_) && !same_indices(whole, column))
          return fmt::format("thread {}: other indices", column);
        if (n < half && !same_numbers(part, column, n, half))
          return fmt::format("cut off at {}: thread {}, event {}", half, column, n);
      }
    if (part.events.at(place(columns(), 0, half, false)) != 0xabababab) return "events behind their room";
    return in_hashes();
  }
  [[nodiscard]] bool same_numbers(const Left& left, std::size_t column, std::uint32_t n, std::uint32_t capacity) const {
    const std::size_t at = place(column, n, capacity, false);
    const Event wanted = event_at(wide_, column, n, true);
    const bool thin = is_thin(number_);
    Event event{thin ? wanted.index : left.events[at],
                wanted.origin,
                left.events[thin ? at : at + 1],
                0,
                wanted.site,
                wanted.at};
    add_more(event, left, column, n, capacity);
    return same_but_clock(wanted, event);
  }

  // As digits of one number, which is reported modulo a prime.
  [[nodiscard]] bool same_indices(const Left& left, std::size_t column) const {
    constexpr std::uint64_t base = 0xd134259b, prime = (base << 32) - 1;
    __extension__ unsigned __int128 number = 0;
    for (std::uint32_t n = 0; n < wide_.made[column]; ++n) {
      // A step takes it by the base, which is what it is to divide by 2^32.
      number = (number % prime * base + event_at(wide_, column, n, false).index) % prime;
    }
    return left.indices[column] % prime == number;
  }

  [[nodiscard]] std::string in_hashes() const {
    std::map<std::vector<std::uint32_t>, unsigned long long> hash_of;
    std::map<unsigned long long, std::size_t> first;
    for (std::size_t column = 0; column < columns(); ++column) {
      std::vector<std::uint32_t> way;
      for (std::uint32_t n = 0; n < wide_.made[column]; ++n) {
        const Event event = event_at(wide_, column, n, false);
        way.insert(way.end(), {event.site, event.origin});
      }
      const auto [known, is_new] = hash_of.try_emplace(way, wide_.paths[column]);
      if (known->second != wide_.paths[column]) return fmt::format("thread {}: two hashes of one path", column);
      if (is_new && !first.try_emplace(wide_.paths[column], column).second)
        return fmt::format("thread {}: one hash of two paths", column);
    }
    return "";
  }

  // The last block alone, each third of its threads with a column.
  [[nodiscard]] std::string in_columns() const {
    if (!in_order_ || here_.blocks.size() * most_ == 0 || !code_.atomics.empty()) return "";
    Room room{most_, std::vector<std::uint32_t>(here_.blocks.size(), device_text::There::none), {}};
    room.slot_of_block.back() = 0;
    if (machine::is_chained(code_)) return "";
    for (std::uint32_t thread = 0; thread < threads_; ++thread)
      room.column_of_thread.push_back(thread % 3 == 0 ? thread / 3 : device_text::There::none);
    const Left left = run(case_, number_, launch_, Kind::wide, room);
    const std::size_t first = columns() - threads_;
    for (std::uint32_t thread = 0; thread < threads_; ++thread) {
      if (left.made[thread] != wide_.made[first + thread] || left.paths[thread] != wide_.paths[first + thread])
        return fmt::format("thread {} goes another way", thread);
      for (std::uint32_t n = 0; thread % 3 == 0 && n < left.made[thread]; ++n)
        if (std::memcmp(left.events.data() + (std::size_t{thread / 3} * most_ + n) * 4,
                        wide_.events.data() + place(first + thread, n, most_, true), 16) != 0)
          return fmt::format("thread {}, event {}", thread, n);
    }
    return "";
  }

  [[nodiscard]] std::string in_counts() const {
    const Left left = run(case_, number_, launch_, Kind::counts, {});
    if (std::string what = left_by(left, true); !what.empty()) return what;
    if (!in_order_) return "";
    std::size_t at = 0;
    for (std::size_t block = 0; block < here_.blocks.size(); ++block) {
      for (std::size_t row = 0; row < counted_here_.blocks[block].tallies.size(); ++row)
        for (std::size_t kind = 0; kind < count_kinds; ++kind, ++at) {
          const Tally a = counted_here_.blocks[block].tallies[row][kind], b = left.tallies[at];
          if (a.total != b.total || a.thread_max != b.thread_max)
            return fmt::format("block {}, array {}, kind {}: {}, at most {}, and {}, at most {}", block, row, kind,
                               a.total, a.thread_max, b.total, b.thread_max);
        }
      std::uint32_t most = 0;
      for (std::uint32_t thread = 0; thread < threads_; ++thread)
        most = std::max(most, events(block * threads_ + thread).size());
      if (most != left.most_events[block])
        return fmt::format("block {}: {} and {}", block, most, left.most_events[block]);
    }
    return "";
  }

  // Blocks with the same way did the same in shared memory, whichever side reports it; and each block's events, its
  // strays and who stores what another thread stored are the machine's.
  [[nodiscard]] std::string in_ways() {
    const Left left = run(case_, number_, launch_, Kind::ways, {});
    if (std::string what = left_by(left, true); !what.empty()) return what;
    if (!in_order_) return "";
    std::map<std::pair<unsigned long long, unsigned long long>, std::vector<std::uint32_t>> did;
    std::set<std::vector<std::uint32_t>> all;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t>
        owners;  // by array and index: one more than a thread
    std::vector<bool> conflicts(here_.blocks.size());
    const bool each_size_is_one = has_one_size();
    const bool has_shared =
        std::ranges::any_of(code_.arrays, [](const auto& array) { return array.space == Space::shared; });
    for (std::size_t block = 0; block < here_.blocks.size(); ++block) {
      const device_text::BlockWay& way = left.ways[block];
      std::vector<std::uint32_t> in_shared;
      std::uint64_t made = 0;
      std::uint32_t most = 0;
      bool strayed = false;
      for (std::uint32_t thread = 0; thread < threads_; ++thread) {
        const Column column = events(block * threads_ + thread);
        made += column.size();
        most = std::max<std::uint32_t>(most, column.size());
        in_shared.push_back(0xfffffffe);
        for (std::uint32_t n = 0; n < column.size(); ++n) {
          const Event event = column[n];
          strayed = strayed || event.kind() == tilescope::Kind::out_of_bounds;
          if (is_shared(event)) in_shared.insert(in_shared.end(), {event.site, event.index});
          if (event.kind() == tilescope::Kind::barrier_release) in_shared.push_back(0xffffffff);
          if (event.kind() != tilescope::Kind::global_store) continue;
          std::size_t& owner = owners[{event.at->array, event.index}];
          const std::size_t mine = block * threads_ + thread + 1;
          if (owner == 0) owner = mine;
          if (owner == mine) continue;
          conflicts[block] = conflicts[(owner - 1) / threads_] = true;
        }
      }
      if (made != way.events || most != way.most_events)
        return fmt::format("block {}: {} events, of a thread {}, and {}, {}", block, made, most, way.events,
                           way.most_events);
      if (strayed != ((way.flags & device_text::BlockWay::strayed) != 0))
        return fmt::format("strays of block {}", block);
      if (!std::equal(way.way, way.way + 2, wide_.ways[block].way))
        return fmt::format("another way of block {}", block);
      if (!has_shared) continue;
      const auto known = did.try_emplace({way.way[0], way.way[1]}, in_shared).first;
      all.insert(in_shared);
      if (known->second != in_shared) return fmt::format("block {} did something else", block);
    }
    for (std::size_t block = 0; block < here_.blocks.size() && each_size_is_one; ++block)
      if (conflicts[block] != ((left.ways[block].flags & device_text::BlockWay::store_conflict) != 0))
        return fmt::format("conflicts of block {}", block);
    sums_.blocks += has_shared ? here_.blocks.size() : 0;
    sums_.ways += did.size();
    sums_.different += all.size();
    return "";
  }
  [[nodiscard]] bool is_shared(const Event& event) const {
    return event.at->array < code_.arrays.size() && code_.arrays[event.at->array].space == Space::shared &&
           event.kind() != tilescope::Kind::partial_sum;
  }
  // Whether all stores to an array are of as many bytes: then an index is an element.
  [[nodiscard]] bool has_one_size() const {
    std::map<std::uint32_t, std::uint8_t> bytes;
    return std::all_of(code_.sites.begin(), code_.sites.end(), [&](const Site& site) {
      return site.kind != tilescope::Kind::global_store ||
             bytes.try_emplace(site.array, site.bytes).first->second == site.bytes;
    });
  }

  const Case& case_;
  std::size_t number_;
  const machine::Launch& launch_;
  Sums& sums_;
  const machine::Code& code_;
  RowShape shape_;
  std::uint32_t threads_, most_ = 0;
  machine::Ran here_, counted_here_;
  bool in_order_ = true;
  Left wide_;
};

void compare(const Case& one, std::size_t number, Sums& sums) {
  ++sums.cases;
  sums.beside += device_text::side_by_side(one.prepared->code(), one.launches.at(0).block).several() ? 1 : 0;
  bool right = true;
  for (const machine::Launch& launch : one.launches) {
    ++sums.launches;
    const std::string what = Comparing(one, number, launch, sums).difference();
    if (right && !what.empty()) fmt::print("{}: {}\n", one.name, what);
    right = right && what.empty();
  }
  sums.wrong += right ? 0 : 1;
}

int compare_all(const std::string& only) {
  Sums sums;
  const std::vector<Case> cases = all_cases();
  for (std::size_t n = 0; n < cases.size(); ++n)
    if (cases[n].name.find(only) != std::string::npos) compare(cases[n], n, sums);
  fmt::print(
      "{} kernels, {} of them differ; of {} blocks go side by side; {} launches, {} events; of {} launches who goes "
      "first decides\n",
      sums.cases, sums.wrong, sums.beside, sums.launches, sums.events, sums.chancy);
  fmt::print("{} blocks: {} ways, and {} that are different in shared memory\n", sums.blocks, sums.ways,
             sums.different);
  return sums.wrong == 0 && (!only.empty() || sums.beside > 0) ? 0 : 1;
}

}  // namespace
}  // namespace tilescope::elsewhere

// Which kernels (a part of a case's name) may be said.
int main(int count, char** arguments) { return tilescope::elsewhere::compare_all(count > 1 ? arguments[1] : ""); }
