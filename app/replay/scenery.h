// The data that all frames of a launch share: its shape, its steps and phases, the activities of the threads on each
// path, and the counts at the end of each step. It contains no events.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/replay/moments.h"
#include "app/replay/step_sums.h"
#include "app/replay/vocabulary.h"
#include "instrumentation/analysis/counts.h"
#include "instrumentation/reading/launch_product.h"
#include "instrumentation/trace/order.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

class Replay;

// The range of an array's values over the whole launch.
struct ValueRange {
  double least = 0, greatest = 0;
  bool is_whole = true;  // without fractions

  void widen(double value);
};

class Scenery {
 public:
  // The trace has to outlive it. With turns, in the order in which threads ran; otherwise in lockstep.
  explicit Scenery(const Trace& trace, const Turns* turns = nullptr);
  Scenery(const Scenery&) = delete;
  Scenery& operator=(const Scenery&) = delete;

  [[nodiscard]] const Launch& launch() const { return trace_.launch(); }
  [[nodiscard]] const std::vector<ArrayInfo>& arrays() const { return trace_.arrays(); }
  [[nodiscard]] const std::string& kernel_text() const { return trace_.kernel_text(); }
  [[nodiscard]] std::uint32_t threads_per_block() const { return trace_.threads_per_block(); }
  [[nodiscard]] double given(std::uint8_t array, std::uint32_t element) const { return trace_.given(array, element); }
  // For a product whose matrices can be shown beside each other: its sides, and the array number of its C. Otherwise
  // zeros and no_array. What differs only in words or in the meaning of events is in words().
  [[nodiscard]] bool has_matrices() const { return sides_.m > 0; }
  [[nodiscard]] const reading::ProductSides& sides() const { return sides_; }
  [[nodiscard]] const Vocabulary& words() const { return vocabulary(has_matrices()); }
  [[nodiscard]] std::uint8_t c() const { return c_; }
  // Whether threads store to the array.
  [[nodiscard]] bool is_written(std::uint8_t array) const { return is_written_[array]; }
  [[nodiscard]] bool is_read(std::uint8_t array) const { return is_read_[array]; }
  // May be incomplete: very large arrays are skipped, and a product's matrices include only their initial values.
  [[nodiscard]] const ValueRange& values_in(std::uint8_t array) const { return ranges_[array]; }
  [[nodiscard]] bool is_global(std::uint8_t array) const {
    return array < arrays().size() && arrays()[array].space == Space::global;
  }
  // Whether every block was recorded, whether all ran, and whether the launch ended with a fault.
  [[nodiscard]] bool fully_recorded() const { return trace_.fully_recorded(); }
  [[nodiscard]] bool all_ran() const { return trace_.all_ran(); }
  [[nodiscard]] bool has_fault() const { return trace_.fault().has_value(); }
  // The recorded blocks; a cursor's block has to be one of them.
  [[nodiscard]] const std::vector<std::size_t>& blocks() const { return blocks_; }

  [[nodiscard]] const Order& order() const { return order_; }
  [[nodiscard]] const Moments& moments() const { return moments_; }

  // The activity of a thread on this path in this step; guarded if it has no event there.
  [[nodiscard]] Activity activity(std::uint32_t path, std::uint32_t step) const { return activities_[path][step]; }
  // The number of barriers that a thread on this path reaches within its first `events` events.
  [[nodiscard]] std::size_t barriers_in(std::uint32_t path, std::uint32_t events) const;
  // The number of events before the step.
  [[nodiscard]] std::uint32_t events_before(std::uint32_t path, std::uint32_t step) const {
    return step == 0 ? 0 : order_.paths()[path].done_by(step - 1);
  }
  // The global array of the step's first load or store, for a lane of the timeline; no_array if there is none.
  [[nodiscard]] std::uint8_t array_of(std::uint32_t step) const { return arrays_[step]; }
  // Whether any thread stores to shared memory in the step.
  [[nodiscard]] bool fills(std::uint32_t step) const { return fills_[step]; }
  // An activity in a step, with the array that it is about.
  [[nodiscard]] ActivityKind kind_of(Activity activity, std::uint32_t step) const;
  [[nodiscard]] const StepSums& step_sums() const { return step_sums_; }
  // The matrix whose elements a shared array holds; no_array if there is none.
  [[nodiscard]] std::uint8_t source_of(std::uint8_t array) const { return sources_[array]; }

  // The number of threads in all recorded blocks that have events in the step.
  [[nodiscard]] std::uint64_t threads_in(std::uint32_t step) const { return threads_in_[step]; }
  // The counts at the end of a step.
  [[nodiscard]] const Counts& counts_after(std::uint32_t step) const { return counts_[step]; }
  [[nodiscard]] Counts no_counts() const;
  // The useful multiply-adds of all recorded blocks up to the end of a step.
  [[nodiscard]] std::uint64_t work_after(std::uint32_t step) const { return work_[step]; }
  [[nodiscard]] double work_at(std::uint64_t moment) const;
  // The first moment at which this much work is done.
  [[nodiscard]] std::uint64_t moment_of_work(double work) const;

 private:
  friend struct Carried<Scenery>;
  friend struct Carried<std::shared_ptr<const Replay>>;
  friend class Replay;
  struct Bare {};  // the rest is carried
  Scenery(const Trace& trace, Bare) : trace_(trace), moments_(order_) {}

  void learn_paths();
  void learn_step(const Column& events, const Visit& visit, std::uint32_t step);
  void count_steps();
  void count_turns();
  void find_work();
  void find_ranges();

  const Trace& trace_;
  Order order_;
  Moments moments_;
  std::vector<std::size_t> blocks_;
  reading::ProductSides sides_;
  std::uint8_t c_ = no_array;
  std::vector<bool> is_written_, is_read_;            // by array
  std::vector<ValueRange> ranges_;                    // by array
  std::vector<std::vector<Activity>> activities_;     // by path and step
  std::vector<std::vector<std::uint32_t>> barriers_;  // by path: the numbers of its events that arrive at a barrier
  std::vector<std::uint8_t> arrays_;                  // by step
  std::vector<bool> fills_;                           // by step
  StepSums step_sums_;
  std::vector<std::uint8_t> sources_;      // by array
  std::vector<std::uint64_t> threads_in_;  // by step
  std::vector<Counts> counts_;             // by step
  std::vector<std::uint64_t> work_;        // by step
};

// Adds the counts of `threads` threads: `each` per thread, and `most` as the maximum.
void add_threads(Counts& to, const Counts& each, std::uint64_t threads, const Counts& most);

}  // namespace tilescope
