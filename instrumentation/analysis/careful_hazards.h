// Races and uninitialised reads of arrays where more than barriers counts: those with atomics, of blocks with warp
// barriers, of accesses of several sizes, and of global memory that a kernel both loads and stores.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "instrumentation/analysis/block_order.h"
#include "instrumentation/analysis/open_block.h"
#include "instrumentation/analysis/shared_hazards.h"
#include "instrumentation/analysis/thread_order.h"
#include "instrumentation/paged.h"

namespace tilescope {

// Two accesses of one cell by two threads are a race where one of them changes it, they are not both atomic, and
// nothing orders them: no barrier, no warp barrier, no atomics (see thread_order.h and block_order.h). No race are
//   a load whose thread goes on with an atomicCAS on that cell, which looks whether it is still so;
//   stores that leave the same, where it is not known what should come out and neither is made of what was read there.
// It is but possible (a note) where a load of global memory, or of a cell that others change by atomics, goes into no
// value, as far as the trace tells: the thread only decides by it, and may mean to. So it is where others only take the
// minimum of a cell, the maximum and the like, and what was loaded goes into atomics alone: what is read too early is
// farther off, and the next round mends it.
class CarefulHazards {
 public:
  // `all_shared`: shared arrays, too, that the fast way would do for.
  CarefulHazards(const Trace& trace, const OpenBlock& block, bool all_shared);

  [[nodiscard]] bool any() const { return any_; }
  [[nodiscard]] bool any_shared() const { return any_shared_; }
  [[nodiscard]] bool takes(std::uint8_t array) const { return array < takes_.size() && takes_[array]; }
  // What a store left, as far as it matters which thread stored last. Where it always does, nothing.
  struct Left {
    std::uint64_t bits = 0;
    std::uint32_t bytes = 0;  // 0: it always matters
    bool is_made_of_its_cell = false;
  };
  [[nodiscard]] Left left_by(std::uint32_t thread, std::uint32_t number, std::uint32_t cell);
  // Whether two stores of a cell are fine, since it does not matter which is the last.
  [[nodiscard]] static bool leave_the_same(const Left& one, const Left& other) {
    return one.bytes != 0 && one.bytes == other.bytes && one.bits == other.bits && !one.is_made_of_its_cell &&
           !other.is_made_of_its_cell;
  }
  [[nodiscard]] AtBlock at_block(std::uint32_t thread, std::uint32_t number, std::uint32_t interval) const;
  [[nodiscard]] ThreadOrder& threads() { return threads_; }
  [[nodiscard]] BlockOrder& blocks() { return blocks_; }
  // Arrays with accesses smaller than an element: which part of it they are of, a trace does not tell, and so nothing
  // is said of them.
  [[nodiscard]] bool leaves_out(std::uint8_t array) const { return array < left_out_.size() && left_out_[array]; }
  [[nodiscard]] bool leaves_any_out() const { return any_left_out_; }
  // How many elements an access has, from its index on.
  [[nodiscard]] std::uint32_t elements_of(const Event& event) const;

  void begin_block();
  // Loads, stores and atomics of an interval, thread after thread. Then all that is wrong is found; and when a block is
  // over, it is one that later ones meet.
  void access(const Here& here, std::uint32_t thread, std::uint32_t number, const Event& event);
  void settle(const Here& here);
  void end_block();
  void collect(std::vector<Finding>& findings) const;

 private:
  enum class How : std::uint8_t { load, store, atomic };
  struct Touch {
    std::uint64_t cell = 0;  // with its array
    std::uint32_t thread = 0, line = 0;
    How how = How::load;
    std::uint32_t number = 0, site = 0;

    [[nodiscard]] std::uint8_t array() const { return static_cast<std::uint8_t>(cell >> 32); }
    [[nodiscard]] std::uint32_t index() const { return static_cast<std::uint32_t>(cell); }
    [[nodiscard]] bool changes() const { return how != How::load; }
    [[nodiscard]] auto actor() const { return std::tuple(cell, thread, line, how); }
  };
  using Touches = std::vector<Touch>::const_iterator;
  // All that one thread did to a cell from one line.
  struct Actor {
    Touches begin, end;
    std::optional<Left> left = {};  // once it was asked for, of a store
    [[nodiscard]] const Touch& of() const { return *begin; }
    [[nodiscard]] auto cause() const { return std::tuple(begin->line, begin->how); }
  };
  // Where a thread of the open block loads, and where it goes on with an atomicCAS: cells and numbers, in order.
  struct ByCell {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> loads, swaps;
  };
  enum class Goes : std::uint8_t { nowhere, into_atomics, into_memory };  // what was loaded, or what was made of it
  // The first that did so of all blocks, or the last where atomics may order them. Its block's events are gone.
  struct EarlierAccess {
    std::uint32_t block = 0;  // from 1; 0: none
    std::uint32_t number = 0, interval = 0, site = 0;
    std::uint16_t thread = 0;
    Meetings met;
    Goes goes : 2 = Goes::nowhere;      // of loads
    bool swaps : 1 = false;             // likewise: it goes on with an atomicCAS there
    bool made_of_its_cell : 1 = false;  // of stores
    std::uint64_t bits = 0;             // likewise

    [[nodiscard]] AtBlock at() const { return {block - 1, thread, number, interval, met}; }
  };
  struct Kept {
    std::uint8_t array = 0;
    How how = How::load;
    std::uint32_t cell = 0;
    EarlierAccess known;
  };
  // One of two accesses that meet: of the open block, or of one before it.
  struct Side {
    const Touch& touch;
    const EarlierAccess* known = nullptr;
    std::optional<Left>* left = nullptr;  // of a store that is compared with many
  };
  enum class Guilt : std::uint8_t { none, possible, sure };
  using Cause = std::tuple<Hazard, std::uint8_t, std::uint32_t, How, std::uint32_t, How, Guilt>;

  void choose_arrays(bool all_shared);
  [[nodiscard]] bool is_cut(const Site& site) const;
  void leave_out_cut_arrays();
  void look_at_cell(const Here& here, Touches begin, Touches end);
  void find_unread(const Here& here, Touches begin, Touches end);
  void find_races(const Here& here);
  void find_one_of_each_cause(const Here& here);
  [[nodiscard]] bool find_race(const Here& here, Actor& one, Actor& other);
  void meet_other_blocks(const Here& here, const Touch& own, const AtBlock& at);
  void keep(const Here& here, const Touch& own);
  [[nodiscard]] bool may_meet(const Actor& one, const Actor& other);
  [[nodiscard]] Guilt guilt(const Side& one, const Side& other);
  [[nodiscard]] Left left_by(const Side& store);
  [[nodiscard]] const ByCell& by_cell(std::uint32_t thread);
  [[nodiscard]] bool goes_on_with_swap(const Side& load);
  [[nodiscard]] bool has_stored_the_same(const Side& load, const Side& store);
  [[nodiscard]] bool reads(const Event& event, std::uint64_t cell) const;
  [[nodiscard]] std::optional<std::uint32_t> last_read(std::uint32_t thread, std::uint32_t before, std::uint64_t cell);
  [[nodiscard]] bool is_made_of_its_cell(std::uint32_t thread, std::uint32_t store, std::uint32_t cell);
  [[nodiscard]] Goes where_it_goes(const Side& load);
  [[nodiscard]] Goes where_it_goes(std::uint32_t thread, std::uint32_t number);
  [[nodiscard]] std::vector<Goes> where_all_goes(const Column& events, bool& by_index) const;
  [[nodiscard]] std::vector<std::uint32_t> sums_before_sums(const Column& events) const;
  [[nodiscard]] bool is_in_memory(const Event& sum) const;
  [[nodiscard]] bool may_be_made_of(const Column& events, std::uint32_t of,
                                    const std::vector<std::uint32_t>& made) const;
  [[nodiscard]] static bool is_read_beside_atomics(How one, How other);
  [[nodiscard]] static bool sets(How first, How second);
  [[nodiscard]] bool is_shared(std::uint8_t array) const { return trace_.arrays()[array].space == Space::shared; }
  [[nodiscard]] Access access_of(std::size_t block, const Touch& touch) const;
  // `one` is of that block, `own` of the open one.
  void report(const Here& here, std::size_t block, const Touch& one, const Touch& own, Guilt guilt);
  Gathering& gathering(const Cause& cause);

  const Trace& trace_;
  const OpenBlock& block_;
  ThreadOrder threads_;
  BlockOrder blocks_;
  bool orders_blocks_ = false;  // without a fence, neither an atomic nor a flag says anything of other memory
  std::vector<bool> takes_, left_out_, loads_, swaps_;  // by array
  bool any_ = false, any_shared_ = false, may_be_cut_ = false, any_left_out_ = false;
  std::vector<Touch> touches_;                              // of this interval
  std::vector<Actor> actors_;                               // of the cell that is looked at
  std::uint64_t pairs_ = 0;                                 // that were looked at in all
  std::vector<std::vector<std::uint32_t>> first_store_;     // of shared cells: the stamp of the first interval with one
  std::vector<std::array<Paged<EarlierAccess>, 3>> known_;  // by array, how and element
  std::vector<Kept> kept_;                                  // of this block
  struct Met {
    Here here;
    Touch touch;
    AtBlock at;
  };
  std::vector<Met> met_;  // likewise, where blocks came in any order: compared with others in the end
  std::map<Cause, Gathering> gatherings_;
  // By event of this block's threads that were looked at; and by segment, for threads that did the same.
  std::map<std::uint32_t, std::vector<Goes>> goes_, goes_of_segments_;
  std::unordered_map<std::uint32_t, ByCell> by_cell_;  // of threads of this block
};

}  // namespace tilescope
