// Runs the blocks of a launch one after the other on one OS thread, and keeps what their threads record.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "instrumentation/executors/cpu/context.h"
#include "instrumentation/executors/cpu/move_out.h"
#include "instrumentation/trace/packing.h"
#include "instrumentation/trace/trace.h"
#include "instrumentation/traced/recorded_kernel.h"
#include "instrumentation/traced/scope.h"

namespace tilescope::cpu {

// What every block of a launch is run with.
struct Job {
  const RecordedKernel& kernel;
  const Launch& launch;
  std::uint32_t piece_events = 64;
  std::uint32_t kept_events_per_thread = 0;
  std::uint64_t loop_limit = 0;  // iterations of one thread
  SiteTable* sites = nullptr;
};

// A block's global stores, which take effect when all blocks before it are done.
struct Write {
  std::uint8_t array;
  std::uint32_t index;
  float value;
};

struct BlockResult {
  BlockTrace trace;
  std::vector<Write> writes;
  std::optional<Fault> fault;
};

class BlockRun {
 public:
  BlockRun(const Job& job, std::shared_ptr<EventPool> pool);
  BlockRun(const BlockRun&) = delete;
  BlockRun& operator=(const BlockRun&) = delete;
  ~BlockRun();

  [[nodiscard]] BlockResult run(std::size_t block);

  // The sides of the arrays declared by the blocks run so far, by array.
  [[nodiscard]] const std::vector<std::vector<std::int64_t>>& sides() const { return sides_; }
  [[nodiscard]] std::vector<EventPool::Slab> take_slabs() { return memory_.take_slabs(); }

 private:
  friend struct traced::Seat;

  struct Stop {};  // unwinds a thread of a block that cannot go on
  struct Lane;
  enum class State : std::uint8_t;

  void lend_matrices();
  void start_lanes(std::size_t block);
  [[nodiscard]] Context& next_after(const Lane* lane);
  [[nodiscard]] bool release_barrier();
  void stop_lanes();
  [[nodiscard]] BlockTrace collect();
  void take_back_writes();

  // What a lane calls on its own stack.
  void live(Lane& lane);
  void leave(Lane& lane);
  [[nodiscard]] traced::Seat::Room room(Lane& lane);
  [[nodiscard]] traced::Seat::Room make_room(Lane& lane, const PackedEvent* next);
  [[nodiscard]] traced::Seat::Room wait(Lane& lane, const PackedEvent* next, std::uint32_t line);
  void take_events(Lane& lane, const PackedEvent* next);
  void keep(Lane& lane, const PackedEvent* events, std::uint32_t count);
  void keep_tail(Lane& lane);
  void count(const Lane& lane, std::uint32_t staged);
  [[noreturn]] void out_of_fuel(Lane& lane);

  [[nodiscard]] bool may_switch_at_accesses() const;
  [[nodiscard]] PackedEvent* allocate_piece();
  void declare(std::uint8_t array, std::initializer_list<std::int64_t> sides);
  [[nodiscard]] Fault::Place place_of(const Lane& lane, std::uint32_t line) const;
  [[nodiscard]] Fault divergence() const;

  const Job& job_;
  decltype(RecordedKernel::enter) enter_;
  std::shared_ptr<EventPool> pool_;
  EventMemory memory_;
  std::vector<EventPool::Slab> columns_;  // of one block's threads, until they are packed
  std::size_t used_columns_ = 0;
  PackedEvent* free_ = nullptr;
  std::size_t free_events_ = 0;

  std::vector<float> own_a_, own_b_, own_c_;  // what this OS thread's blocks may write
  traced::Arguments arguments_;
  std::vector<float> dynamic_shared_;
  std::vector<std::vector<std::int64_t>> sides_;
  std::vector<bool> poisoned_;  // by array, in this block

  std::unique_ptr<Stacks> stacks_;
  Context outside_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::vector<State> states_;  // by lane; not in the Lanes, since all are gone through at every barrier
  static constexpr std::size_t staged_events = 256;
  alignas(line_bytes) std::array<PackedEvent, staged_events + line_events> staging_{};
  std::vector<std::uint32_t> ready_;  // for a random schedule: who can go on
  std::mt19937_64 random_;

  // Of the block that is being run:
  BlockResult result_;
  unsigned block_y_ = 0, block_x_ = 0;
  bool keep_events_ = false;
  bool stopping_ = false;
  std::size_t waiting_ = 0;      // lanes at a barrier,
  std::uint32_t wait_line_ = 0;  // the line of the first of them,
  bool apart_ = false;           // and whether another waits elsewhere
  bool closing_ = false;         // for good: the lanes end
  std::uint64_t lost_ = 0;
  std::vector<std::uint32_t> counts_;  // lane x array x count
};

}  // namespace tilescope::cpu
