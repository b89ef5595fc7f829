// Runs the blocks of a launch one after another on one OS thread, all threads of a block together: each instruction is
// executed for all lanes that reach it before the next one. Of lanes that have diverged, those furthest behind run
// first.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/machine/block/budget.h"
#include "instrumentation/machine/block/deciding.h"
#include "instrumentation/machine/block/launch.h"
#include "instrumentation/machine/block/memory_of_blocks.h"
#include "instrumentation/machine/block/recorder.h"
#include "instrumentation/machine/block/watching.h"
#include "instrumentation/machine/lanes/operations.h"
#include "instrumentation/machine/lanes/row_memory.h"
#include "instrumentation/trace/turns.h"

namespace tilescope::machine {

// A global store, which takes effect when all earlier blocks are done.
struct Write {
  std::uint32_t array = 0;
  std::uint64_t byte = 0;
  std::uint64_t bits = 0;
  Cell cell = Cell::word;
};

// The bytes that it writes, as one number.
[[nodiscard]] inline std::uint64_t key_of(const Write& write) {
  return std::uint64_t{write.array} << 52 | write.byte << 4 | static_cast<std::uint64_t>(write.cell);
}

struct BlockResult {
  std::shared_ptr<const LanesRecord> record;  // its threads are lanes from `first_lane` on; null: only counted
  std::uint32_t first_lane = 0;
  BlockTallies tallies;    // of a block that was only counted
  std::uint64_t lost = 0;  // events for which there was no room
  std::vector<Write> writes;
  std::optional<Fault> fault;
  std::string printed;
  std::vector<PrintCall> said;
  std::uint64_t left_out = 0;  // number of printf calls for which there was no room
  std::vector<MaskMistake> mask_mistakes;
};

// Thrown if threads touched the same cell without a barrier in between, so that the result depends on their order.
struct Raced {};

// Thrown if a block waits for another block's store while blocks run one after another.
struct WaitsForBlocks {};

// An array index in the form that events have.
[[nodiscard]] std::uint32_t told_index(std::int64_t index);

// Thrown if threads diverge in code that was compiled for threads in lockstep; the other code has to run instead.
struct WentApart {};

class Block {
 public:
  // `in_turns`: one thread at a time by the launch's schedule, with code for diverging threads. Otherwise all threads
  // run together, and a Raced is thrown if the schedule matters. Up to `most_blocks` run at once, if the code allows
  // several. `memory`: for its stores, shared with other blocks; null: its own.
  Block(const Code& code, const Launch& launch, std::shared_ptr<EventPool> pool, bool in_turns,
        std::uint32_t most_blocks, std::shared_ptr<MemoryOfBlocks> memory = nullptr);
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  // Limits the memory for the events of a block; by default there is no limit.
  void limit(std::uint64_t bytes) { most_words_ = bytes / 4; }
  // True: a block sees the stores of earlier blocks. False: each block sees the launch's inputs.
  void chains(bool chains) { chains_ = chains; }
  // If true, the block yields at its barriers, and pauses when no thread can continue before another block has stored
  // something. If false, such a block ends, or WaitsForBlocks is thrown. For blocks that run in turns and share their
  // memory.
  void may_wait(bool may) { may_wait_ = may; }
  [[nodiscard]] bool waits() const { return waits_; }
  // True if it has passed a barrier, and others may run first.
  [[nodiscard]] bool yields() const { return yields_; }
  [[nodiscard]] bool has_let_others() const { return has_let_others_; }
  void wake_from_waiting();
  // The waiting block is to fail, as no block will store for it; or `by_many`: as too many blocks wait.
  void end_waiting(bool by_many);
  // The budget of the blocks; the block that exceeds it ends with a fault. Null: no limit.
  void spend(Budget* budget) { budget_ = budget; }
  // Limits the output that is kept of each block.
  void limit_printed(std::uint64_t bytes, std::uint64_t calls) {
    most_printed_ = bytes;
    most_calls_ = calls;
  }
  // What to watch in the blocks that start from now on; null: nothing.
  void watch(Watching* watching) { watching_ = watching; }
  // Where to log the turns of a block that runs in turns, from its start on; null: nowhere.
  void log_turns(Turns* turns) { logged_turns_ = turns; }
  // Reports the state of threads that never reached their moments.
  void end_watching();
  // Runs the blocks from `first` on, side by side, until they are done or `pauses` returns true. `sites`: the sites
  // whose events are kept; null: all.
  void start(std::uint64_t first, std::uint32_t count, bool keep, const std::vector<bool>* sites = nullptr);
  [[nodiscard]] const std::vector<bool>* sites() const { return sites_; }
  // False if a turn may end at any event: then the result depends on which events there are, and all must be kept.
  [[nodiscard]] bool may_leave_sites_out() const { return !in_turns_ || !may_switch(); }
  // True if there was no room for some events.
  [[nodiscard]] bool has_lost() const { return recorder_.has_lost(); }
  // Undoes the stores of finished blocks, so that the blocks can start again.
  void take_back();
  [[nodiscard]] bool go_on(const std::function<bool()>& pauses);
  [[nodiscard]] std::vector<BlockResult> take();
  // The accesses done lane by lane since the last call, which take longer than the instruction count suggests.
  [[nodiscard]] std::uint64_t take_slow_accesses() { return std::exchange(slow_accesses_, 0); }
  [[nodiscard]] std::vector<BlockResult> run(std::uint64_t first, std::uint32_t count, bool keep) {
    start(first, count, keep);
    static_cast<void>(go_on({}));
    return take();
  }
  [[nodiscard]] std::vector<EventPool::Slab> take_slabs() { return recorder_.take_slabs(); }
  // Releases the memory for events that was taken since the start.
  void drop_events() { recorder_.drop_events(); }

 private:
  std::uint64_t first_ = 0;  // of the current blocks
  std::uint32_t count_ = 0;
  bool keeps_ = false;
  const std::vector<bool>* sites_ = nullptr;
  std::uint64_t slow_accesses_ = 0;
  static constexpr std::uint32_t most_stray_loads = 1'000'000;
  std::vector<std::uint32_t> stray_loads_;  // by lane
  std::uint32_t until_asked_ = 0;           // instructions, or turns
  bool between_turns_ = false, is_in_turn_ = false;
  Turns* logged_turns_ = nullptr;
  std::vector<std::uint32_t> logged_until_;             // by lane: number of its events
  std::uint32_t next_lane_ = 0;                         // the lane whose turn it is
  std::uint64_t most_words_ = ~std::uint64_t{0} >> 12;  // for a block's events
  struct Front {
    std::uint32_t at = 0;
    LaneSet lanes;
  };
  static constexpr std::uint32_t no_row = 0xfffffff0;
  struct Ready {  // the prepared form of an instruction
    Body dense = nullptr, masked = nullptr;
    bool once = false;               // executed once for all lanes
    bool gathers = false;            // reads a uniform value from a row of lanes
    std::uint32_t changes = no_row;  // the lanes' row that it writes
  };
  struct Area {  // the memory of an array
    std::byte* data = nullptr;
    std::uint64_t bytes = 0;
  };
  struct Where {  // one lane's access
    std::uint32_t array = no_array;
    std::int64_t byte = 0;
    bool inside = false;
  };

  // The words that a row of lanes refers to. They are looked up once, and stay valid until the row changes.
  struct Found {
    std::uint32_t row = no_row;
    std::uint32_t version = 0;  // unique; 0: not kept
    std::int64_t add = 0;
    std::uint64_t extent = 0;
    bool shifts = false;
    LaneSet lanes;
    Rows<std::int32_t> indices, places;  // by lane: the word, and its place in the memory of all blocks
    Rows<std::int32_t> firsts;           // of adjacent lanes; only if kept
  };

  // Which threads touched which word of an array in this interval. Reads are kept only if a thread also stores in the
  // same interval.
  struct Track {
    std::uint32_t last_read = 0, last_write = 0;  // intervals
    bool keeps_reads = false;
    Rows<Touch> written, read;  // the last touch of each word
    // The lanes whose touches in this interval are already noted. Valid only while all touches come from lanes whose
    // words were looked up together and no two of which share a word. Kept from the second access on.
    std::uint32_t version = 0, interval = 0;
    bool is_kept = false;
    LaneBits readers, writers;
  };
  struct TrackReads {
    std::uint32_t array;
  };

  void make_arrays();
  void make_ready();
  void begin(std::uint64_t first, std::uint32_t count, bool keep);
  void place_lanes(std::uint64_t first);
  [[nodiscard]] bool run_together(const std::function<bool()>& pauses);
  [[nodiscard]] bool has_to_pause(const std::function<bool()>& pauses, std::uint32_t every);
  void step(const Instruction& i);
  void pure(const Instruction& i, const Ready& ready);
  void jump(std::uint32_t to, bool counts);
  void branch(const Instruction& i);
  void meet();        // called when at_ changes: other lanes may be here, or further behind
  bool next_front();  // false: no thread is left
  Front next_parked();
  void park(Front front);
  bool release();  // releases the waiting lanes
  void release_warp();
  void release_front(Front& front);
  void wait_at_barrier();
  void finish();
  [[nodiscard]] bool count_round();  // true if the front continues
  [[nodiscard]] bool is_at_last_round();
  [[nodiscard]] bool is_at_limit(std::uint64_t instructions);
  void end_astray(std::uint32_t lane);
  void let_others_by();
  void wake();

  // repetition.cpp
  // The state that decided how lanes continue from a place.
  struct Snapshot {
    bool is_taken = false;
    bool others_ran = false, changed = false, lost_memory = false;  // since then; the last: no comparison any more
    unsigned again = 0;                                             // how often it may be retaken early
    unsigned memory_left = 0;                                       // how often memory may still be compared
    std::uint32_t at = 0;
    LaneSet lanes;
    const Deciding* of = nullptr;
    std::vector<std::uint32_t> rows;
    std::vector<std::uint64_t> uniforms;
    std::vector<std::byte> shared;
    std::size_t undone = 0;              // number of earlier writes
    std::vector<std::uint16_t> list;     // the lanes
    std::size_t differs = 0, shown = 0;  // the row that differed last; how many lanes have repeated
    std::optional<Write> differs_in_memory;
    std::uint64_t seen = 0, next = 0, gap = 0;  // rounds: so far; at the next snapshot; between snapshots
  };
  [[nodiscard]] const Deciding& deciding_at(std::uint32_t at);
  void forget_snapshots();
  [[nodiscard]] bool looks_for_repetition();
  [[nodiscard]] bool looks_at_lane(std::uint32_t lane);
  [[nodiscard]] bool repeats(Snapshot& before, std::uint32_t at, const LaneSet& lanes);
  [[nodiscard]] bool holds_still(const Snapshot& before) const;
  void take(Snapshot& to, std::uint32_t at, const LaneSet& lanes);
  [[nodiscard]] bool is_same(Snapshot& before, const LaneSet& lanes);
  [[nodiscard]] bool is_same_by_lane(Snapshot& before, const LaneSet& lanes);
  [[nodiscard]] bool still_differs(const Snapshot& before, const LaneSet& lanes) const;
  [[nodiscard]] bool is_same_lane(Snapshot& before, std::size_t place) const;
  [[nodiscard]] bool is_same_memory(Snapshot& before);
  [[nodiscard]] bool is_same_shared(const Snapshot& before, const Area& area) const;
  void set_aside(const Deciding& of);
  void memory_changed();
  void end_by_repetition(std::uint32_t lane, std::uint32_t at, const Deciding& of);
  void end_by_repetition();
  void note_others(Snapshot& of) const {
    of.others_ran = of.others_ran || (of.is_taken && !of.lanes.contains(front_.lanes));
  }

  // accesses.cpp
  void load(const Instruction& i);
  void store(const Instruction& i);
  void atomic(const Instruction& i);
  void row(const Instruction& i);
  [[nodiscard]] bool are_aligned(const Access& access);
  [[nodiscard]] bool load_words(const Instruction& i, const Access& access);
  [[nodiscard]] bool store_words(const Instruction& i, const Access& access);
  [[nodiscard]] Where where(const Access& access, std::uint32_t lane) const;
  [[nodiscard]] std::uint64_t read(const Where& at, Cell cell, std::uint32_t lane) const;
  void write(const Where& at, Cell cell, std::uint32_t lane, std::uint64_t bits);
  [[nodiscard]] std::byte* data_of(const Where& at, std::uint32_t lane) const;
  [[nodiscard]] const std::int32_t* places_of(std::uint32_t array) const {
    return is_shifted(array) ? places_ : indices_;
  }
  [[nodiscard]] bool find_in_row(std::uint32_t row, std::int64_t add, std::uint64_t extent, bool shifts);
  void use(Found& found) {
    found_of_front_ = found.version == 0 ? nullptr : &found;
    version_ = found.version;
    firsts_ = found.version == 0 ? nullptr : found.firsts.data();
    indices_ = found.indices.data();
    places_ = found.places.data();
  }
  // A row changes. A 64-bit row is never the second half of another row.
  void forget(std::uint32_t row) {
    if (!keeps_found_) return;
    for (Found& found : found_)
      if (found.row == row) found.row = no_row;
  }
  [[nodiscard]] bool find_words(const Access& access);
  [[nodiscard]] bool is_shifted(std::uint32_t array) const {
    return most_blocks_ > 1 && code_.arrays[array].space == Space::shared;
  }
  void move_words(const Access& access, Moves& moves, bool stores, bool watched);
  void tell_words(const Access& access, const std::uint32_t* values, bool stores);
  void thin_out_writes();
  void note_write(std::uint32_t array, std::uint64_t byte, Cell cell, std::uint32_t lane, std::uint64_t bits);
  void track(const Where& at, Cell cell, std::uint32_t lane, bool stores);
  [[nodiscard]] std::uint64_t stray(const Where& at, Cell cell, std::uint32_t lane) const;
  [[nodiscard]] std::int64_t uniform_part(const Access& access) const;
  void find_all(const Access& access);
  enum class Does : std::uint8_t { load, store, change };
  void tell_accesses(const Access& access, Does does, Origin given);
  void part_by_places(const Access& access, Does does);
  [[nodiscard]] bool is_own(const Where& at) const;  // true if it is in a thread's own memory
  void keep_own_origin(const Where& at, const Access& access, Does does, std::uint32_t* origins, std::size_t step);
  [[nodiscard]] std::uint32_t* words_of(Slot slot);
  void misaligned(std::uint32_t lane);
  void note_line(std::uint32_t line);

  // among.cpp
  void warp(const Instruction& i);
  [[nodiscard]] bool warp_is_there(const Warp& warp);
  [[nodiscard]] LaneSet met_lanes(const Front& front);
  [[nodiscard]] std::uint32_t source_of(const Warp& warp, std::uint32_t lane, std::uint32_t n);
  void warp_result(const Warp& warp, std::uint32_t first, std::span<const std::uint16_t> lanes);
  void find_givers(const Warp& warp);
  void tell_warp(const Warp& warp);

  // masks.cpp
  void look_at_masks(const Warp& warp);
  void look_at_masks(const Warp& warp, std::uint32_t first, std::span<const std::uint16_t> lanes);
  void note_mask(MaskMistake mistake, std::uint32_t lane);
  void meet_elsewhere(const std::vector<Front>& waiting);
  [[nodiscard]] std::uint32_t returned_before(std::uint32_t first) const;
  [[nodiscard]] std::uint32_t existing(std::uint32_t first) const {
    const std::uint32_t count = std::min(32U, lanes_ - first);
    return count == 32 ? 0xffffffffU : (1U << count) - 1;
  }
  void leave(const LaneSet& lanes, std::uint32_t at);

  // `passes`: 1 for lanes that leave the barrier.
  void tell_barrier(const Recorder::Parts& parts, std::uint32_t site, std::uint32_t passes);

  // races.cpp
  void set_tracks();
  void begin_interval();
  [[nodiscard]] Touches touches(Track& track) const;
  [[nodiscard]] bool begins_read(std::uint32_t array);  // true if each lane's read has to be tracked
  [[nodiscard]] bool begins_write(std::uint32_t array);
  [[nodiscard]] bool are_there(Track& track, bool stores);
  void note_touches(Track& track, bool stores, bool shares);
  void raced() {
    if (!launch_.together && !in_turns_) throw Raced{};
  }

  // turns.cpp
  enum class State : std::uint8_t { ready, at_barrier, at_warp, idle, done };
  struct Turn {
    std::uint32_t at = 0;
    State state = State::ready;
    const Deciding* idle = nullptr;  // of the loop in which it runs idle
    bool used = false;               // its allowance of one event is used
    bool arrived = false;            // the event of arriving at its barrier is recorded
    bool released = false;           // the event of leaving the barrier still has to be recorded
    bool resumes = false;
    std::uint64_t left = 0;  // events until other threads may run
  };
  void begin_turn(Turn& turn);
  void log_turn(std::uint32_t lane);
  void begin_turns(std::uint64_t block);
  [[nodiscard]] bool run_in_turns(const std::function<bool()>& pauses);
  [[nodiscard]] bool take_turn(std::uint32_t lane, const std::function<bool()>& pauses);
  [[nodiscard]] std::uint32_t next_after(std::uint32_t lane);  // lanes_: there is none
  [[nodiscard]] bool release_turns();
  [[nodiscard]] bool release_met_turns();
  void wake_idle_turns();
  [[nodiscard]] bool end_turns_by_repetition();
  [[nodiscard]] std::uint32_t repeats_at_barrier(std::uint32_t at);
  void warp_in_turns(std::uint32_t lane, bool forced);
  [[nodiscard]] bool any_ready() const;
  [[nodiscard]] bool may_switch() const {
    return launch_.schedule.kind == Schedule::Kind::warp_interleaved || launch_.schedule.kind == Schedule::Kind::random;
  }

  // watching.cpp
  void note(const Note& note);
  void note_telling(std::uint32_t lane, std::uint32_t events);
  void note_end(std::uint32_t lane, std::uint32_t statement);
  void note_stored(const Access& access);
  void take_variables(std::uint32_t lane, std::uint32_t at);
  void end_watching(Watching::Thread& thread);
  void finish_watching(Watching::Thread& thread);
  void pass_watching(std::uint32_t lane, std::uint32_t number);
  void set_local(std::uint32_t lane, std::uint32_t local, std::uint64_t byte, std::uint32_t bytes);
  void set_places(std::uint32_t first, std::uint32_t count, std::uint32_t line);
  [[nodiscard]] std::uint64_t bits_of(const WatchedLeaf& leaf, std::uint32_t lane);

  // told.cpp
  void sum(const Instruction& i);
  void origin(const Instruction& i);
  void function(const Instruction& i);
  void print(const Instruction& i);
  void check(const Instruction& i);
  // `in_rows`: indices_ has the elements that hold the sum.
  void tell_sum(Recorder::Group& group, const Sum& sum, bool in_rows);
  void tell_sums(const SpreadLanes& lanes, const Sum& sum, bool in_rows);
  void put_row(std::uint32_t* to, const std::uint32_t* from, const Recorder::Group& group) const;
  [[nodiscard]] bool find_with_origin(const SpreadLanes& lanes, const Sum& sum);
  [[nodiscard]] bool find_indices(const Sum& sum);
  [[nodiscard]] std::uint32_t sum_site(const Sum& sum, std::uint32_t lane) const;
  [[nodiscard]] std::uint32_t sum_index(const Sum& sum, std::uint32_t lane) const;
  // 0 for a constant.
  [[nodiscard]] std::uint32_t place_of(Origin origin) const;
  void fault(Fault::Kind kind, const std::string& message, std::vector<Fault::ThreadPlace> threads);
  void end(Fault::Kind kind, const std::string& message, std::vector<Fault::ThreadPlace> threads);
  [[nodiscard]] Fault::ThreadPlace place_of(std::uint32_t lane, std::uint32_t line) const;
  // "5" if there is one row of threads, otherwise "(0,5)".
  [[nodiscard]] std::string thread_in_words(const Fault::ThreadPlace& place) const;
  [[nodiscard]] std::string block_in_words() const;
  void diverged();

  [[nodiscard]] void* at(Slot slot);
  [[nodiscard]] std::uint64_t get(Slot slot, Number number, std::uint32_t lane);
  void set(Slot slot, Number number, std::uint32_t lane, std::uint64_t bits);
  [[nodiscard]] std::uint32_t word_of(const Row& row) const;
  [[nodiscard]] std::uint32_t row_of(const Row& row) const;
  [[nodiscard]] std::uint32_t* lane_row(std::uint32_t row) { return rows_.get() + std::size_t{row} * padded_; }
  [[nodiscard]] const std::uint32_t* lane_row(std::uint32_t row) const {
    return rows_.get() + std::size_t{row} * padded_;
  }
  template <class Each>
  void each_lane(const Each& each) {
    const LaneSet& lanes = front_.lanes;
    if (lanes.dense())
      for (std::uint32_t lane = lanes.first(), end = lanes.end(); lane < end; ++lane) each(lane);
    else
      for (const std::uint16_t lane : list()) each(lane);
  }
  // The front's lanes: as a list, as a mask of all ones, as bits, and as the recorder's parts.
  [[nodiscard]] const std::vector<std::uint16_t>& list() const { return spread_.list(); }
  [[nodiscard]] const std::uint32_t* mask() const { return spread_.mask(); }
  [[nodiscard]] const std::uint64_t* bits() const { return front_.lanes.dense() ? nullptr : front_.lanes.words(); }
  [[nodiscard]] const Recorder::Parts& parts() { return recorder_.parts_of(spread_); }
  void lanes_changed() {
    spread_.set(front_.lanes);
    recorder_.lanes_changed();
    found_of_front_ = nullptr;
    note_others(of_all_);
    note_others(of_some_);
  }
  const Code& code_;
  const Launch& launch_;
  const Operations& operations_;
  Recorder recorder_;
  std::uint32_t threads_, most_blocks_, lanes_, padded_;  // lanes: of all blocks at once
  struct Free {
    void operator()(std::uint32_t* memory) const;
  };
  std::unique_ptr<std::uint32_t[], Free> rows_;
  std::vector<std::uint64_t> uniforms_;
  std::vector<Ready> ready_;
  Rows<std::byte> shared_;  // of all blocks, in order
  std::uint64_t shared_stride_ = 0;
  Rows<std::uint32_t> shared_words_;  // by lane: offset of its block's shared memory
  Body add_some_;
  std::vector<Area> areas_;
  std::shared_ptr<MemoryOfBlocks> memory_;
  std::vector<std::vector<std::byte>>& own_;             // the writable arrays of this OS thread's blocks
  std::vector<std::uint32_t> local_of_;                  // by array: its index in the locals
  std::array<Found, 2> found_;                           // for lanes that have diverged
  Found found_now_;                                      // for other lanes, and for accesses without a row
  const Found* found_of_front_ = nullptr;                // one of found_ that has all lanes of the front
  std::uint32_t found_next_ = 0;                         // index of the older one in found_
  std::uint32_t versions_ = 0, version_ = 0;             // number of versions so far; the one in use
  bool keeps_found_ = false;                             // true if found_ has a valid entry
  std::int32_t *indices_ = nullptr, *places_ = nullptr;  // by lane, of the one in use
  std::int32_t* firsts_ = nullptr;                       // of the same, if it is kept
  std::vector<Where> wheres_;
  std::vector<std::uint64_t> values_, seconds_;
  Rows<std::uint32_t> words_, zeros_, givers_, origins_;
  std::vector<std::uint16_t> telling_;  // lanes
  LaneSet some_;
  SpreadLanes spread_some_;

  // The state of the current blocks:
  Front front_;
  SpreadLanes spread_, released_;
  std::vector<Front> parked_;  // the furthest behind is last
  std::vector<Front> at_barrier_, at_warp_;
  std::uint32_t stop_ = 0xffffffff;  // place of the next parked front
  std::vector<Front> resting_;       // fronts that went round a loop, and let others go first
  std::uint32_t idle_rounds_ = 0;    // rounds that read memory since it last changed
  std::vector<bool> spins_;          // by the first instruction of a loop
  bool has_read_ = false, has_changed_ = false;
  std::uint32_t block_x_ = 0, block_y_ = 0, block_z_ = 0;  // of the first block
  LaneSet gone_;
  std::vector<std::uint32_t> left_at_;        // by lane that has returned: the instruction
  std::vector<std::uint32_t> asked_;          // by lane in a shuffle: the source lane
  std::vector<std::uint32_t> met_elsewhere_;  // by waiting lane: the lanes of its warp that wait for it elsewhere
  Rows<std::uint32_t> rounds_;                // by lane, if the launch limits the rounds
  std::uint64_t all_rounds_ = 0;
  std::map<std::uint32_t, Deciding> deciding_;  // by place
  std::uint64_t looked_rounds_ = 0, looked_last_ = 0;
  std::uint32_t looked_at_ = 0;  // in turns, a lane
  Snapshot of_all_, of_some_;    // of a front that is all that can run; of any other front
  Snapshot of_barrier_;          // in turns, of all lanes at the barrier
  struct Idle {
    Front front;
    const Deciding* of;
  };
  std::vector<Idle> idle_;  // they run idle until memory changes
  Budget* budget_ = nullptr;
  std::uint64_t spent_in_turns_ = 0;  // not yet charged to the budget
  std::uint64_t most_printed_ = ~std::uint64_t{0}, most_calls_ = ~std::uint64_t{0};
  std::vector<std::uint32_t> last_line_;
  bool chains_ = false;
  bool in_turns_ = false;
  std::vector<Track> tracks_;   // by array; empty if the array is never written
  std::uint32_t interval_ = 0;  // incremented at each barrier that a block passes
  // For blocks that run in turns:
  std::vector<Turn> turns_;
  std::uint32_t idle_turns_ = 0;  // number of idle turns
  std::uint64_t barriers_ = 0;    // number of barriers passed
  std::vector<std::uint32_t> ready_lanes_;
  std::mt19937_64 random_;
  bool stopped_ = false;
  bool may_wait_ = false, waits_ = false, has_let_others_ = false, yields_ = false;  // state towards other blocks
  bool nobody_stores_ = false, by_many_ = false;                                     // why its wait has to end
  Watching* watching_ = nullptr;
  bool alone_ = false;                // the next warp function does not wait
  std::vector<BlockResult> results_;  // by block
  std::vector<Write> undo_;           // with the overwritten contents
};

}  // namespace tilescope::machine
