// Everything that is visible of a launch at one moment: tiles, threads, sums and their operands, results so far and
// counts so far. Plain data, so that drawing needs no events. Valid as long as its replay.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "app/replay/scenery.h"
#include "app/replay/value.h"
#include "instrumentation/analysis/warps.h"
#include "instrumentation/paged.h"

namespace tilescope {

struct ElementOf {
  std::uint8_t array = 0;
  std::uint32_t element = 0;

  auto operator<=>(const ElementOf&) const = default;
};

// A thread's load from global memory.
struct Footprint {
  std::uint8_t array = 0;
  std::uint32_t element = 0;
  std::uint32_t event = 0;  // the number of the thread's event
};

// Elements that two threads of a block both load in the whole launch.
struct SharedLoads {
  std::vector<Footprint> elements;  // each once, as the first thread loads it
  std::uint64_t duplicates = 0;     // loads of the second thread that repeat a load of the first
};

// before + first * second = after. Like CElement, it stores the places of its values; `before` may be missing.
struct Product {
  KeptValue before, first, second, after;
};

// A sum that a thread keeps, or the result of comparisons: a variable, or an element of a local array. Like CElement,
// it stores the place of its value.
struct SumNow {
  std::uint8_t array = 0;
  std::uint32_t index = 0;
  KeptValue newest;
  bool adds = true;  // false: by comparisons alone

  [[nodiscard]] Value value() const { return newest; }
};

struct ThreadNow {
  std::uint32_t path = 0;
  std::uint32_t done = 0;       // number of its events so far
  std::uint32_t lit_begin = 0;  // the range of its lit events
  std::uint32_t lit_end = 0;
  Activity activity = Activity::ready;
  std::uint32_t step = 0;                      // the step of its current or last activity
  std::uint32_t line = 0;                      // the line of its last event so far; 0 before the first
  bool makes_c = false;                        // it stores an element of C at some time
  std::optional<Value> sum;                    // its newest partial sum
  std::optional<Product> product;              // the newest lit one
  std::uint32_t sums_begin = 0, sums_end = 0;  // see Frame::sums_of
};

// The arrays that the focused block accesses in this step.
struct Touched {
  std::set<std::uint8_t> loaded, filled, read, stored;
  std::set<std::uint8_t> by_atomics;          // a subset of filled and stored
  bool strays = false, stray_stores = false;  // accesses outside the arrays
  bool shuffles = false, votes = false;
  bool warp_waits = false;          // the lanes of a warp wait for each other
  bool fills_with_values = false;   // not only with constants
  bool fills_with_copies = false;   // some values are stored as they were read
  bool fills_with_results = false;  // some values are computed
};

// An access outside its array by a thread of the focused block in this step.
struct Stray {
  std::uint8_t array = 0;    // the intended one
  std::int64_t element = 0;  // negative, or after the last element
  std::uint32_t thread = 0;
};

// A value that a thread of the focused block gets from its warp in this step.
struct Shuffle {
  std::uint32_t thread = 0;
  std::optional<std::uint32_t> giver;  // of a shuffle; a vote has no single giver
  Value value;
  Value gave;          // of a vote: the thread's own contribution
  bool waits = false;  // __syncwarp; `value` is its mask
};

// An element that threads change by atomics in this step, in shared memory of the focused block or in global memory.
struct Wanted {
  ElementOf element;
  std::uint32_t threads = 0;
};

// An element that the selected thread loads or stores in this step.
struct Move {
  ElementOf element;
  Value value;
  bool stores = false;
  bool strays = false;              // beyond the array's end
  bool goes_on = false;             // further members of a vector that an earlier move began
  bool pads = false;                // stores a constant because there is nothing to load
  std::optional<ElementOf> origin;  // where a stored value comes from: a loaded element, or a sum
  std::optional<Value> found;       // the value that an atomic found; `value` is the one that it left
  std::uint32_t line = 0;
};

// A cell of the focused block's shared memory.
struct SharedCell {
  enum class State : std::uint8_t {
    empty,   // no thread has written to it
    filled,  // written in this phase
    stale,   // written in an earlier phase
  };
  State state = State::empty;
  bool padded = false;   // holds a constant instead of an element
  bool read = false;     // in this step
  bool written = false;  // in this step
  Value value;
  std::uint32_t thread = 0;  // the writer and its event
  std::uint32_t event = 0;
};

struct SharedNow {
  std::uint8_t array = 0;
  std::vector<SharedCell> cells;
  std::uint32_t filled = 0;  // cells written in this phase
};

// One element of A, B or C in this step.
struct ElementNow {
  bool read = false;  // by the focused block
  bool written = false;
  bool read_elsewhere = false;  // by another block; by another warp if only one warp is lit
  bool written_elsewhere = false;

  bool operator==(const ElementNow&) const = default;
};

// Stores the place of its value: most values are never shown, and fetching thousands of them would be slow.
struct CElement {
  // summing: by additions; choosing: by comparisons alone, as for the minimum of two keys.
  enum class State : std::uint8_t { untouched, summing, choosing, stored };
  State state = State::untouched;
  KeptValue newest;  // the newest partial sum, the best value so far, or the stored value

  [[nodiscard]] Value value() const { return newest ? Value(newest) : Value(); }
};

// The part of a matrix that the focused block stores to shared memory in this phase, whenever the block loaded it.
struct TileWindow {
  std::uint8_t array = 0;
  std::uint32_t row = 0, column = 0, rows = 0, columns = 0;

  bool operator==(const TileWindow&) const = default;
};

// A finished step of a thread's arithmetic: sum += first * second.
struct Arithmetic {
  struct Operand {
    Value value;
    std::optional<std::uint8_t> array;  // the array that was read; empty if none
    std::uint32_t element = 0;
    std::optional<std::uint8_t> source_array;  // if read through shared memory: the origin of the value there
    std::uint32_t source_element = 0;
    bool padded = false;
  };
  SumForm form = SumForm::start;
  std::uint8_t sum_array = 0;
  std::uint32_t sum_index = 0;  // if it is an element of an array of sums
  bool is_onto = false;         // the sum includes `before`, as far as the trace shows
  Value before, after;
  Operand first, second;
  std::uint32_t line = 0;
};

// A second thread, and the elements that both it and the selected thread load.
struct Partner {
  std::uint32_t thread = 0;
  SharedLoads common;
};

struct Frame {
  const Scenery* scenery = nullptr;  // shared by all frames of the launch
  std::string called;                // the name of its kernel, or of one of two runs
  std::uint64_t moment = 0, moments = 0;
  std::uint32_t step = 0, steps = 0;
  std::uint32_t interval = 0;
  std::optional<std::uint32_t> phase;
  std::uint32_t phases = 0;
  std::uint32_t line = 0;               // the current line; 0 at the beginning
  Activity activity = Activity::ready;  // the activity of most of the focused block's threads
  bool at_begin = false, at_end = false;

  std::size_t block = 0;     // in focus
  std::uint32_t thread = 0;  // selected
  bool only_warp = false;    // only the events of the thread's warp are lit, not those of the whole block
  std::optional<Partner> partner;
  std::vector<ThreadNow> threads;  // of the focused block
  std::vector<SumNow> sums;        // of all these threads, one thread after the other
  Touched touched;
  std::vector<Stray> strays;
  std::vector<SharedNow> shared;
  std::vector<Paged<ElementNow>> elements;  // by array; empty for arrays that are not global
  std::vector<Paged<CElement>> written;     // by array; empty unless the kernel writes it
  std::vector<TileWindow> windows;

  // The selected thread: its loads in the whole launch, its arithmetic or its moves in this step, and its warp in this
  // step.
  std::vector<Footprint> footprint;
  std::optional<Arithmetic> arithmetic;
  std::vector<Move> moves;
  std::vector<Shuffle> shuffles;  // of all threads
  std::vector<Wanted> wanted;     // ordered by array and element
  WarpStep warp;

  Counts counts;                           // so far, of all recorded blocks
  Counts thread_counts;                    // so far, of the selected thread
  std::uint64_t useful_multiply_adds = 0;  // so far; proportional in the middle of a step
  std::vector<std::uint64_t> line_runs;    // by line: how often threads have run it so far

  // The C of a product; empty for other launches.
  [[nodiscard]] const Paged<CElement>& c() const {
    static const Paged<CElement> none;
    return scenery->c() == no_array ? none : written[scenery->c()];
  }
  // In the order of the source and of local arrays. Sums that have not begun are missing.
  [[nodiscard]] std::span<const SumNow> sums_of(std::uint32_t of) const {
    return std::span(sums).subspan(threads[of].sums_begin, threads[of].sums_end - threads[of].sums_begin);
  }
  // How many threads change an element by atomics in this step.
  [[nodiscard]] std::uint32_t wanted_by(const ElementOf& element) const {
    for (const Wanted& one : wanted)
      if (one.element == element) return one.threads;
    return 0;
  }
  [[nodiscard]] bool has_loaded(const Footprint& load) const { return load.event < threads[thread].done; }
};

// Whether the events of a thread of the focused block are lit.
[[nodiscard]] inline bool is_lit(const Frame& frame, std::uint32_t thread) {
  return !frame.only_warp || thread / warp_lanes == frame.thread / warp_lanes;
}

}  // namespace tilescope
