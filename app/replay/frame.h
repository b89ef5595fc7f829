// What can be seen of a launch at one moment: tiles, threads, sums, C so far and all counts so far. Plain data.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "instrumentation/analysis/counts.h"
#include "instrumentation/paged.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// What a thread is doing in the step that is shown.
enum class Activity : std::uint8_t {
  ready,         // has not done anything yet
  loading,       // from global memory, or into shared memory
  padding,       // puts a constant into shared memory where an element would lie outside
  multiplying,   // a partial sum
  waiting,       // at a barrier
  storing,       // into global memory
  guarded,       // others run this line, this thread's guard was false
  done,
};

struct ThreadNow {
  std::uint32_t path = 0;
  std::uint32_t done = 0;       // its events so far
  std::uint32_t lit_begin = 0;  // its events that are shown as happening now
  std::uint32_t lit_end = 0;
  Activity activity = Activity::ready;
  std::uint32_t line = 0;  // where it is: of its last event so far, 0 before the first
  bool makes_c = false;    // it stores an element of C some time
  std::optional<float> sum;  // its newest partial sum
};

// A cell of the focused block's shared memory.
struct SharedCell {
  enum class State : std::uint8_t {
    empty,   // nobody has written to it
    filled,  // written in this phase
    stale,   // written in an earlier one
  };
  State state = State::empty;
  bool padded = false;   // holds a constant, not an element
  bool read = false;     // by this step
  bool written = false;  // by this step
  float value = 0;
  std::uint32_t thread = 0;  // who wrote it, and by which of its events
  std::uint32_t event = 0;
};

struct SharedNow {
  std::uint8_t array = 0;
  std::vector<SharedCell> cells;
  std::uint32_t filled = 0;  // cells written in this phase
};

// One element of A, B or C in this step.
struct ElementNow {
  bool read = false;         // by the focused block
  bool written = false;
  bool read_elsewhere = false;  // by another block
  bool written_elsewhere = false;

  bool operator==(const ElementNow&) const = default;
};

// It knows its event, not its value: to fetch thousands of values of which nobody asks for more than a few would take
// longer than all else. Good for as long as the trace is.
struct CElement {
  enum class State : std::uint8_t { untouched, summing, stored };
  State state = State::untouched;
  const Event* event = nullptr;  // its newest partial sum or its store

  [[nodiscard]] float value() const { return event == nullptr ? 0 : event->value; }
};

// The part of a matrix that the focused block puts into shared memory in this phase, whenever it was loaded.
struct TileWindow {
  std::uint8_t array = 0;
  std::uint32_t row = 0, column = 0, rows = 0, columns = 0;

  bool operator==(const TileWindow&) const = default;
};

// A finished step of a thread's arithmetic: sum += first * second.
struct Arithmetic {
  struct Operand {
    float value = 0;
    std::optional<std::uint8_t> array;  // what was read, if it was an array
    std::uint32_t element = 0;
    std::optional<std::uint8_t> source_array;  // through shared memory: what had been put there
    std::uint32_t source_element = 0;
    bool padded = false;
  };
  SumForm form = SumForm::start;
  std::uint8_t sum_array = 0;
  std::uint32_t sum_index = 0;  // of an array of sums
  float before = 0, after = 0;
  Operand first, second;
};

struct Frame {
  std::uint64_t moment = 0, moments = 0;
  std::uint32_t step = 0, steps = 0;
  std::uint32_t interval = 0;
  std::optional<std::uint32_t> phase;
  std::uint32_t phases = 0;
  std::uint32_t line = 0;  // the line being run; 0 at the beginning
  Activity activity = Activity::ready;  // what most of the focused block's threads do
  bool at_begin = false, at_end = false;

  std::size_t block = 0;      // in focus
  std::uint32_t thread = 0;   // selected
  std::vector<ThreadNow> threads;  // of the focused block
  std::vector<SharedNow> shared;
  std::vector<Paged<ElementNow>> elements;  // of each global array, by its number; empty for other arrays
  Paged<CElement> c;
  std::vector<TileWindow> windows;
  std::vector<bool> footprint_done;  // see Replay::footprint
  std::optional<Arithmetic> arithmetic;  // of the selected thread, in this step

  Counts counts;           // so far, of all recorded blocks
  Counts thread_counts;    // so far, of the selected thread
  std::uint64_t useful_multiply_adds = 0;  // so far; in the middle of a step, in proportion
  std::vector<std::uint64_t> line_runs;  // by line: how often a thread has run it so far
};

}  // namespace tilescope
