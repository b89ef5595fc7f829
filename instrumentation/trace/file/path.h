// A path: what threads that take the same way through a kernel have in common: what each of their events is, where its
// value comes from, and how its index follows from the thread's place.
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

// Where a thread is in the launch.
struct ThreadPlace {
  std::uint32_t block_y = 0, block_x = 0, thread_y = 0, thread_x = 0;
};

// How a value is predicted.
enum class Rule : std::uint8_t {
  nothing,      // 0: of a barrier, whose clock is kept elsewhere
  constant,     // the hint's bits
  stray,        // what the launch says of loads beyond an array
  global_load,  // what memory holds
  shared_load,
  copy,          // of the origin
  start,         // a sum that begins with its operand
  add,           // addend + operand
  multiply_add,  // fused: addend + operand * operand
  least,         // of the two operands
  greatest,
};

struct Step {
  std::uint32_t origin = 0;  // as the event has it
  std::uint32_t site = 0;    // its number in the table of all paths
  std::uint32_t index = 0;   // of thread (0,0) of block (0,0), if it took this path;
  std::uint32_t by_thread_x = 0, by_thread_y = 0, by_block_x = 0, by_block_y = 0;  // and how it grows, modulo 2^32
  std::uint32_t hint = 0;  // of a store without origin: its bits. For a sum: where its addend is, and its sign
  Rule rule = Rule::nothing;
  Kind kind = Kind::global_load;
  std::uint8_t array = no_array;
  Number number = Number::f32;
  std::uint8_t bytes = 4;

  [[nodiscard]] bool loads() const {
    return rule == Rule::global_load || rule == Rule::shared_load || rule == Rule::stray;
  }
  // Whether its index is that of an element that there is.
  [[nodiscard]] bool is_within() const { return kind <= Kind::shared_store || kind == Kind::atomic; }
  [[nodiscard]] bool stores() const { return kind == Kind::global_store || kind == Kind::shared_store; }
  [[nodiscard]] std::uint32_t index_at(const ThreadPlace& at) const {
    return index + at.thread_x * by_thread_x + at.thread_y * by_thread_y + at.block_x * by_block_x +
           at.block_y * by_block_y;
  }
  // For a sum: how far back the event is whose value it adds to; 0: it adds to 0.
  [[nodiscard]] std::uint32_t addend_distance() const { return hint & ~negated; }
  [[nodiscard]] bool is_negated() const { return (hint & negated) != 0; }  // the first operand

  static constexpr std::uint32_t negated = 0x80000000;
};

// What lies between two barriers, the second one included.
struct PathInterval {
  std::uint32_t first = 0, end = 0;   // its events
  std::vector<std::uint32_t> stores;  // those that store
  bool loads_stored = false;          // whether something is loaded from an array that it stores to
};

struct Path {
  std::vector<Step> steps;
  std::vector<PathInterval> intervals;
  std::vector<std::uint32_t> barriers;  // their events,
  std::vector<std::uint32_t> pairs;     // and those that have two values

  [[nodiscard]] std::uint32_t length() const { return static_cast<std::uint32_t>(steps.size()); }
  // Fills in what follows from the origins and sites: the rules, the intervals and the barriers.
  void complete(const std::vector<Site>& sites);

 private:
  [[nodiscard]] PathInterval interval(std::uint32_t first, std::uint32_t end) const;
};

struct Paths {
  std::vector<Site> sites;
  std::vector<Path> all;  // number 0 is that of threads without events, and is not written
};

// What the steps of all paths do to each array, which tells what has to be followed.
struct ArrayUse {
  bool loaded = false;
  bool stored = false;
};
[[nodiscard]] std::vector<ArrayUse> uses_of(const std::vector<Path>& paths, std::size_t arrays);

// Why no recorded thread can have such a step as its event `number`; empty if it can.
[[nodiscard]] std::string wrong_with(const Step& step, const Site& site, std::uint32_t number,
                                     const std::vector<ArrayInfo>& arrays);

void write_paths(const Paths& paths, SectionWriter& out);
// `take` is told of memory before it is asked for.
[[nodiscard]] Paths read_paths(SectionReader& in, std::uint16_t version, const std::vector<ArrayInfo>& arrays,
                               const std::function<void(std::uint64_t bytes)>& take);

}  // namespace tilescope::file
