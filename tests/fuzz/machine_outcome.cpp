#include "tests/fuzz/machine_outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace tilescope::fuzz {

namespace {

constexpr std::uint32_t most_shown = 1000;  // of a thread's events

void mix(std::uint64_t& sum, std::uint64_t word) {
  sum = (sum ^ word) * 0x9e3779b97f4a7c15U;
  sum ^= sum >> 29;
}

std::uint64_t bytes_of_array(const machine::Code& code, const machine::Launch& launch, std::size_t n) {
  const machine::Array& array = code.arrays[n];
  if (array.given != nullptr) return launch.arrays[n].size();
  if (array.dynamic) return launch.dynamic_shared_bytes;
  return array.bytes;
}

bool is_access(Kind kind) {
  return kind == Kind::global_load || kind == Kind::global_store || kind == Kind::shared_load ||
         kind == Kind::shared_store || kind == Kind::atomic;
}

// What is wrong with where an event says that it went.
std::string flaw_of_place(const Event& event, const machine::Code& code, const machine::Launch& launch) {
  if (event.array() != no_array && event.array() >= code.arrays.size()) return fmt::format("array {}", event.array());
  if (!is_access(event.kind())) return {};
  if (event.array() == no_array) return "an access to no array";
  const std::uint64_t bytes = bytes_of_array(code, launch, event.array());
  if (event.at->bytes == 0 || (std::uint64_t{event.index} + 1) * event.at->bytes > bytes)
    return fmt::format("element {} of {} bytes in an array {} of {}", event.index, event.at->bytes,
                       code.arrays[event.array()].name, bytes);
  const Space space = code.arrays[event.array()].space;
  const bool is_global = event.kind() == Kind::global_load || event.kind() == Kind::global_store;
  if (event.kind() != Kind::atomic && (space == Space::global) != is_global)
    return fmt::format("kind {} of array {}", static_cast<int>(event.kind()), code.arrays[event.array()].name);
  return {};
}

std::string flaw_of_origin(const Event& event, std::uint32_t self) {
  const auto is_before = [&](std::uint32_t origin) {
    return origin == no_origin || origin == many_origins || origin < self;
  };
  if (event.kind() != Kind::partial_sum)
    return is_before(event.origin) ? "" : fmt::format("origin {:#x}", event.origin);
  for (const std::uint32_t distance : {event.origin & 0xffff, event.origin >> 16})
    if (distance != far_away && distance > self) return fmt::format("a sum's operand {} before", distance);
  return {};
}

void mix(std::uint64_t& sum, const Event& event) {
  mix(sum, event.index);
  mix(sum, event.origin);
  mix(sum, event.is_barrier() ? 0 : event.bits);
  mix(sum, event.is_barrier() ? 0 : event.second);
  const Site& site = *event.at;
  mix(sum, std::uint64_t{static_cast<std::uint8_t>(site.kind)} << 40 | std::uint64_t{site.array} << 32 |
               std::uint64_t{static_cast<std::uint8_t>(site.width)} << 24 | std::uint64_t{site.operand} << 16 |
               std::uint64_t{static_cast<std::uint8_t>(site.number)} << 8 | std::uint64_t{site.bytes} << 1 |
               (site.stray_store ? 1 : 0));
  mix(sum, std::uint64_t{site.line} << 32 | site.column);
}

// What a machine that only counts would tell of it.
class Counting {
 public:
  explicit Counting(std::size_t arrays) : tallies_(arrays + 2), counts_(arrays + 2) {}

  void add(const Event& event) {
    const std::size_t arrays = counts_.size() - 2, kind = static_cast<std::size_t>(count_of(event));
    const bool is_of_array = event.array() < arrays;
    ++counts_[is_of_array ? event.array() : arrays][kind];
    if (is_of_array) ++counts_[arrays + 1][kind];
  }
  void end_thread() {
    for (std::size_t n = 0; n < counts_.size(); ++n)
      for (std::size_t kind = 0; kind < count_kinds; ++kind)
        tallies_[n][kind].add({counts_[n][kind], std::exchange(counts_[n][kind], 0)});
  }
  [[nodiscard]] std::vector<Tallies> take() { return std::move(tallies_); }

 private:
  std::vector<Tallies> tallies_;
  std::vector<std::array<std::uint32_t, count_kinds>> counts_;
};

// Goes through all events of a block.
class Reader {
 public:
  Reader(const machine::Code& code, const machine::Launch& launch, Outcome& outcome)
      : code_(code), launch_(launch), outcome_(outcome) {}

  void read(const machine::BlockResult& result) {
    Outcome::Block block;
    if (!result.record) {
      block.tallies.assign(result.tallies.begin(), result.tallies.end());
    } else {
      Counting counting(code_.arrays.size());
      for (std::uint32_t thread = 0; thread < launch_.threads(); ++thread) {
        const Column column(*result.record, result.first_lane + thread, code_.sites.data());
        block.threads.push_back(read(column, thread, counting));
        counting.end_thread();
      }
      block.tallies = counting.take();
    }
    outcome_.blocks.push_back(std::move(block));
  }

 private:
  Outcome::Thread read(const Column& column, std::uint32_t thread, Counting& counting) {
    Outcome::Thread all;
    all.events.reserve(std::min(column.size(), most_shown));
    std::uint32_t number = 0;
    for (const Event event : column) {
      std::string flaw = event.site < code_.sites.size() ? flaw_of_place(event, code_, launch_) : "no site";
      if (flaw.empty()) flaw = flaw_of_origin(event, number);
      if (!flaw.empty() && outcome_.flaw.empty())
        outcome_.flaw = fmt::format("event {} of thread {} of block {}, line {}: {}", number, thread,
                                    outcome_.blocks.size(), event.line(), flaw);
      mix(all.sum, event);
      if (number < most_shown) all.events.push_back(event);
      counting.add(event);
      ++number;
    }
    outcome_.events += number;
    if (number != column.size()) outcome_.flaw = fmt::format("{} events, and {} found", column.size(), number);
    return all;
  }

  const machine::Code& code_;
  const machine::Launch& launch_;
  Outcome& outcome_;
};

std::string told(const Event& event) {
  const Site& site = *event.at;
  return fmt::format(
      "kind {} array {} width {} operand {}{} number {} bytes {} line {}:{} index {} origin {:#x} bits {:#x} {:#x}",
      static_cast<int>(site.kind), site.array, static_cast<int>(site.width), site.operand,
      site.stray_store ? " store" : "", static_cast<int>(site.number), site.bytes, site.line, site.column, event.index,
      event.origin, event.bits, event.second);
}

std::string difference(const Outcome::Thread& a, const Outcome::Thread& b) {
  for (std::size_t n = 0; n < std::min(a.events.size(), b.events.size()); ++n) {
    std::uint64_t one = 0, other = 0;
    mix(one, a.events[n]);
    mix(other, b.events[n]);
    if (one != other) return fmt::format("event {}\n  {}\n  {}", n, told(a.events[n]), told(b.events[n]));
  }
  return fmt::format("an event further on; {} and {} of those that are kept", a.events.size(), b.events.size());
}

std::string difference(const Outcome::Block& a, const Outcome::Block& b) {
  for (std::size_t n = 0; n < a.threads.size() && !b.threads.empty(); ++n)
    if (a.threads[n].sum != b.threads[n].sum)
      return fmt::format("thread {}, {}", n, difference(a.threads[n], b.threads[n]));
  if (a.tallies.size() != b.tallies.size())
    return fmt::format("tallies, {} and {}", a.tallies.size(), b.tallies.size());
  for (std::size_t n = 0; n < a.tallies.size(); ++n)
    for (std::size_t kind = 0; kind < count_kinds; ++kind)
      if (const Tally& one = a.tallies[n][kind], &other = b.tallies[n][kind]; one != other)
        return fmt::format("tally {} of array {}: {} and {}, of a thread {} and {}", kind, n, one.total, other.total,
                           one.thread_max, other.thread_max);
  return {};
}

}  // namespace

Outcome outcome_of(const machine::Ran& ran, const machine::Launch& launch) {
  Outcome outcome;
  outcome.arrays = ran.arrays;
  outcome.printed = ran.printed;
  if (ran.fault) outcome.fault = ran.fault->message;
  outcome.in_turns = ran.in_turns();
  Reader reader(*ran.code, launch, outcome);
  for (const machine::BlockResult& block : ran.blocks) reader.read(block);
  return outcome;
}

std::string difference(const Outcome& a, const Outcome& b) {
  if (a.fault != b.fault) return fmt::format("faults \"{}\" and \"{}\"", a.fault, b.fault);
  if (a.arrays.size() != b.arrays.size()) return "numbers of arrays";
  for (std::size_t n = 0; n < a.arrays.size(); ++n) {
    if (a.arrays[n].size() != b.arrays[n].size()) return fmt::format("sizes of array {}", n);
    if (same_bytes(a.arrays[n], b.arrays[n])) continue;
    for (std::size_t at = 0; at < a.arrays[n].size(); ++at)
      if (a.arrays[n][at] != b.arrays[n][at]) return fmt::format("array {} at byte {}", n, at);
  }
  if (a.blocks.size() != b.blocks.size()) return "numbers of blocks";
  for (std::size_t n = 0; n < a.blocks.size(); ++n)
    if (const std::string what = difference(a.blocks[n], b.blocks[n]); !what.empty())
      return fmt::format("block {}: {}", n, what);
  if (a.printed != b.printed) return fmt::format("what was printed: \"{}\" and \"{}\"", a.printed, b.printed);
  return {};
}

}  // namespace tilescope::fuzz
