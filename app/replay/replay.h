// Playback of one trace: what there was to see at any moment. Going back is the same as going on.
#pragma once

#include <memory>

#include "app/replay/frame.h"
#include "app/replay/moments.h"
#include "instrumentation/trace/order.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// All that playback ever changes.
struct Cursor {
  std::uint64_t moment = 0;
  Grain grain = Grain::step;  // decides what is lit: the last event, or the whole step
  std::size_t block = 0;
  std::uint32_t thread = 0;

  bool operator==(const Cursor&) const = default;
};

// Which global elements one thread loads in the whole launch.
struct Footprint {
  std::uint8_t array = 0;
  std::uint32_t element = 0;
  std::uint32_t event = 0;
};

class Replay {
 public:
  explicit Replay(std::shared_ptr<const Trace> trace);
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;

  [[nodiscard]] const Trace& trace() const { return *trace_; }
  [[nodiscard]] const Order& order() const { return order_; }
  [[nodiscard]] const Moments& moments() const { return moments_; }
  // The blocks that were recorded; a cursor's block has to be one of them.
  [[nodiscard]] const std::vector<std::size_t>& blocks() const { return blocks_; }

  [[nodiscard]] Frame at(const Cursor& cursor) const;

  // What a thread on this path does in this step; guarded where it has no event in it.
  [[nodiscard]] Activity activity(std::uint32_t path, std::uint32_t step) const { return activities_[path][step]; }
  // The global array that the step's first load or store goes to, for a lane of the timeline; no_array where there is none.
  [[nodiscard]] std::uint8_t array_of(std::uint32_t step) const { return arrays_[step]; }

  // The matrix whose elements a shared array is filled with; no_array where there is none.
  [[nodiscard]] std::uint8_t source_of(std::uint8_t array) const { return sources_[array]; }

  [[nodiscard]] std::vector<Footprint> footprint(std::size_t block, std::uint32_t thread) const;

  // Useful multiply-adds up to and with a step, of all recorded blocks.
  [[nodiscard]] std::uint64_t work_after(std::uint32_t step) const { return work_[step]; }
  [[nodiscard]] double work_at(std::uint64_t moment) const;
  // The first moment by which so much has been done.
  [[nodiscard]] std::uint64_t moment_of_work(double work) const;
  // What has been counted when the step is over.
  [[nodiscard]] const Counts& counts_after(std::uint32_t step) const { return counts_[step]; }

 private:
  struct Slot {  // a running sum of a thread: a float of its own, or one of an array of its own
    std::uint8_t array = 0;
    std::uint32_t index = 0;
    std::vector<std::uint32_t> last;  // by step: the number of its newest partial sum, plus one
  };
  struct Result {  // a store of a thread
    std::uint32_t event = 0;
    std::int32_t slot = -1;  // whose value it stores
  };
  struct Way {  // what else there is to know about a path
    std::vector<Slot> slots;
    std::vector<Result> results;
    std::vector<std::uint32_t> newest_sum;  // by step: the number of its newest partial sum, plus one
  };

  void learn_paths();
  void count_steps();
  void find_results();
  void find_work();
  [[nodiscard]] Way way_of(const Path& path) const;

  struct Position;
  [[nodiscard]] std::uint32_t events_before(std::uint32_t path, std::uint32_t step) const;
  void show_place(Frame& frame, const Cursor& cursor) const;
  void show_threads(Frame& frame, const Position& at) const;
  void show_elements(Frame& frame, const Position& at) const;
  void show_c(Frame& frame, const Position& at) const;
  void show_shared(Frame& frame, const Position& at) const;
  void show_windows(Frame& frame) const;
  void show_arithmetic(Frame& frame) const;
  void show_counts(Frame& frame, const Position& at) const;
  [[nodiscard]] Arithmetic::Operand operand_of(const Frame& frame, std::uint32_t event) const;

  std::shared_ptr<const Trace> trace_;
  Order order_;
  Moments moments_;
  std::vector<std::size_t> blocks_;
  std::vector<Way> ways_;                          // by path
  std::vector<std::uint32_t> result_elements_;     // of C, by block, thread and result; no_origin for other arrays
  std::vector<std::vector<Activity>> activities_;  // by path and step
  std::vector<std::uint8_t> arrays_;               // by step
  std::vector<std::uint8_t> sources_;              // by array
  std::vector<bool> fills_;                        // by step: somebody stores into shared memory
  std::vector<std::uint64_t> threads_in_;          // by step: how many threads have events in it
  std::vector<std::uint64_t> threads_on_;          // by path
  std::vector<Counts> counts_;                     // by step
  std::vector<std::uint64_t> work_;                // by step
};

}  // namespace tilescope
