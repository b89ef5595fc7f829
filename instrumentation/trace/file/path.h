// A path: what threads that take the same way through a kernel have in common. For each event it has its kind, the
// source of its value, and how its index follows from the thread's place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "instrumentation/trace/file/chunk_reader.h"
#include "instrumentation/trace/file/chunk_writer.h"
#include "instrumentation/trace/trace.h"

namespace tilescope::file {

// The place of a thread in the launch.
struct ThreadPlace {
  std::uint32_t block_y = 0, block_x = 0, thread_y = 0, thread_x = 0;
};

// How a value is predicted.
enum class Rule : std::uint8_t {
  nothing,      // 0: for a barrier, whose clock is kept elsewhere
  constant,     // the hint's bits
  stray,        // by the launch's rule for loads beyond an array
  global_load,  // the contents of memory
  shared_load,
  copy,          // the value of the origin
  start,         // a sum that begins with its operand
  add,           // addend + operand
  multiply_add,  // fused: addend + operand * operand
  least,         // the minimum of the two operands
  greatest,
};

struct Step {
  std::uint32_t origin = 0;  // as in the event
  std::uint32_t site = 0;    // number in the site table of all paths
  std::uint32_t index = 0;   // index for thread (0,0) of block (0,0), if it took this path;
  std::uint32_t by_thread_x = 0, by_thread_y = 0, by_block_x = 0, by_block_y = 0;  // and its strides, modulo 2^32
  std::uint32_t hint = 0;  // for a store without origin, its bits; for a sum, the distance to its addend, and its sign
  Rule rule = Rule::nothing;
  Kind kind = Kind::global_load;
  std::uint8_t array = no_array;
  Number number = Number::f32;
  std::uint8_t bytes = 4;

  [[nodiscard]] bool loads() const {
    return rule == Rule::global_load || rule == Rule::shared_load || rule == Rule::stray;
  }
  // True if its index must lie inside the array.
  [[nodiscard]] bool is_within() const { return kind <= Kind::shared_store || kind == Kind::atomic; }
  [[nodiscard]] bool stores() const { return kind == Kind::global_store || kind == Kind::shared_store; }
  [[nodiscard]] std::uint32_t index_at(const ThreadPlace& at) const {
    return index + at.thread_x * by_thread_x + at.thread_y * by_thread_y + at.block_x * by_block_x +
           at.block_y * by_block_y;
  }
  // For a sum: the distance back to the event that made its addend; 0: the addend is 0.
  [[nodiscard]] std::uint32_t addend_distance() const { return hint & ~negated; }
  [[nodiscard]] bool is_negated() const { return (hint & negated) != 0; }  // whether the first operand is

  static constexpr std::uint32_t negated = 0x80000000;
};

// The events between two barriers, including the second barrier.
struct PathInterval {
  std::uint32_t first = 0, end = 0;   // its events
  std::vector<std::uint32_t> stores;  // numbers of those that store
  bool loads_stored = false;          // true if it also loads from an array that it stores to
};

struct Path {
  std::vector<Step> steps;
  std::vector<PathInterval> intervals;
  std::vector<std::uint32_t> barriers;  // numbers of their events,
  std::vector<std::uint32_t> pairs;     // and of the events with two values

  [[nodiscard]] std::uint32_t length() const { return static_cast<std::uint32_t>(steps.size()); }
  // Derives the rules, intervals and barriers from the origins and sites.
  void complete(const std::vector<Site>& sites);

 private:
  [[nodiscard]] PathInterval interval(std::uint32_t first, std::uint32_t end) const;
};

struct Paths {
  std::vector<Site> sites;
  std::vector<Path> all;  // number 0 is the path of threads without events, and is not written
};

// What the steps of all paths do with each array. Decides in which arrays stores are followed.
struct ArrayUse {
  bool loaded = false;
  bool stored = false;
};
[[nodiscard]] std::vector<ArrayUse> uses_of(const std::vector<Path>& paths, std::size_t arrays);

// Why no recorded thread can have this step as event `number`; empty if one can.
[[nodiscard]] std::string wrong_with(const Step& step, const Site& site, std::uint32_t number,
                                     const std::vector<ArrayInfo>& arrays);

void write_paths(const Paths& paths, SectionWriter& out);
// `take` is called with the number of bytes before each allocation.
[[nodiscard]] Paths read_paths(SectionReader& in, std::uint16_t version, const std::vector<ArrayInfo>& arrays,
                               const std::function<void(std::uint64_t bytes)>& take);

}  // namespace tilescope::file
