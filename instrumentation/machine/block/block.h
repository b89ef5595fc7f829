// Runs the blocks of a launch one after the other on one OS thread, all threads of a block together: each instruction
// is done for all lanes that are there before the next one, and of lanes that have parted those that are furthest
// after go first.
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

// A global store, which takes effect when all blocks before it are done.
struct Write {
  std::uint32_t array = 0;
  std::uint64_t byte = 0;
  std::uint64_t bits = 0;
  Cell cell = Cell::word;
};

// Which bytes it writes, as one number.
[[nodiscard]] inline std::uint64_t key_of(const Write& write) {
  return std::uint64_t{write.array} << 52 | write.byte << 4 | static_cast<std::uint64_t>(write.cell);
}

struct BlockResult {
  std::shared_ptr<const LanesRecord> record;  // its threads are the lanes from `first_lane` on; null: only counted
  std::uint32_t first_lane = 0;
  BlockTallies tallies;    // of one that was only counted
  std::uint64_t lost = 0;  // events that found no room
  std::vector<Write> writes;
  std::optional<Fault> fault;
  std::string printed;
  std::vector<PrintCall> said;
  std::uint64_t left_out = 0;  // calls of printf that found no room any more
  std::vector<MaskMistake> mask_mistakes;
};

// Threads touched the same cell without a barrier between: what comes out depends on which goes first.
struct Raced {};

// A block waits for what another has yet to store, and these were to run one after the other.
struct WaitsForBlocks {};

// As an event has it.
[[nodiscard]] std::uint32_t told_index(std::int64_t index);

// The code was compiled for threads that go together, and here they did not: it has to be done with the other one.
struct WentApart {};

class Block {
 public:
  // `in_turns`: by the launch's schedule, with code that was compiled for threads apart; else all together, and where
  // the schedule matters a Raced is thrown. Up to `most_blocks` at once, where the code was compiled for several.
  // `memory`: what it writes, in common with others; null: its own.
  Block(const Code& code, const Launch& launch, std::shared_ptr<EventPool> pool, bool in_turns,
        std::uint32_t most_blocks, std::shared_ptr<MemoryOfBlocks> memory = nullptr);
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  // How much the events of a block may take; else any number.
  void limit(std::uint64_t bytes) { most_words_ = bytes / 4; }
  // Whether a block finds what those before it wrote; else each finds what the launch gave it.
  void chains(bool chains) { chains_ = chains; }
  // Whether it lets others go at its barriers, and pauses where no thread in it can continue before another block has
  // stored something; else that ends it, or WaitsForBlocks is thrown. In turns, of blocks that have their memory in
  // common.
  void may_wait(bool may) { may_wait_ = may; }
  [[nodiscard]] bool waits() const { return waits_; }
  // Whether it has passed a barrier, and others may go first.
  [[nodiscard]] bool yields() const { return yields_; }
  [[nodiscard]] bool has_let_others() const { return has_let_others_; }
  void wake_from_waiting();
  // No block will store it: so it ends when it continues. `by_many`: so many blocks wait that no other could begin.
  void end_waiting(bool by_many);
  // What blocks may do; when that is done, the one that is at it ends. Null: anything.
  void spend(Budget* budget) { budget_ = budget; }
  // How much of what is printed is kept of each block.
  void limit_printed(std::uint64_t bytes, std::uint64_t calls) {
    most_printed_ = bytes;
    most_calls_ = calls;
  }
  // What of the blocks that are started from now on is watched; null: nothing.
  void watch(Watching* watching) { watching_ = watching; }
  // Where the turns of a block that is run in turns go, from its start on; null: nowhere.
  void log_turns(Turns* turns) { logged_turns_ = turns; }
  // What threads came to that never came to their moments.
  void end_watching();
  // The blocks from `first` on, side by side, until they are done or `pauses` says that it is enough for now. `sites`:
  // those whose events are kept; null: all.
  void start(std::uint64_t first, std::uint32_t count, bool keep, const std::vector<bool>* sites = nullptr);
  [[nodiscard]] const std::vector<bool>* sites() const { return sites_; }
  // Where a thread's turn may end with an event, which events there are decides what comes out: then all are kept.
  [[nodiscard]] bool may_leave_sites_out() const { return !in_turns_ || !may_switch(); }
  // Whether events found no room.
  [[nodiscard]] bool has_lost() const { return recorder_.has_lost(); }
  // Once all are done: they are to begin once more.
  void take_back();
  [[nodiscard]] bool go_on(const std::function<bool()>& pauses);
  [[nodiscard]] std::vector<BlockResult> take();
  // What took longer than the instructions tell: accesses that were looked at lane by lane, since this was asked last.
  [[nodiscard]] std::uint64_t take_slow_accesses() { return std::exchange(slow_accesses_, 0); }
  [[nodiscard]] std::vector<BlockResult> run(std::uint64_t first, std::uint32_t count, bool keep) {
    start(first, count, keep);
    static_cast<void>(go_on({}));
    return take();
  }
  [[nodiscard]] std::vector<EventPool::Slab> take_slabs() { return recorder_.take_slabs(); }
  // Gives back the memory for events that was taken since it started.
  void drop_events() { recorder_.drop_events(); }

 private:
  std::uint64_t first_ = 0;  // of the blocks that are run
  std::uint32_t count_ = 0;
  bool keeps_ = false;
  const std::vector<bool>* sites_ = nullptr;
  std::uint64_t slow_accesses_ = 0;
  static constexpr std::uint32_t most_stray_loads = 1'000'000;
  std::vector<std::uint32_t> stray_loads_;  // of each lane
  std::uint32_t until_asked_ = 0;           // instructions, or turns
  bool between_turns_ = false, is_in_turn_ = false;
  Turns* logged_turns_ = nullptr;
  std::vector<std::uint32_t> logged_until_;             // by lane: its events
  std::uint32_t next_lane_ = 0;                         // that has its turn
  std::uint64_t most_words_ = ~std::uint64_t{0} >> 12;  // of a block's events
  struct Front {
    std::uint32_t at = 0;
    LaneSet lanes;
  };
  static constexpr std::uint32_t no_row = 0xfffffff0;
  struct Ready {  // what an instruction comes down to here
    Body dense = nullptr, masked = nullptr;
    bool once = false;               // for all lanes
    bool gathers = false;            // once, and what is the same for all lies in lanes
    std::uint32_t changes = no_row;  // which of the lanes' rows
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

  // Which words lanes mean, as a row of theirs says: looked for once, as long as that stays as it is.
  struct Found {
    std::uint32_t row = no_row;
    std::uint32_t version = 0;  // another one each time; 0: it is not kept
    std::int64_t add = 0;
    std::uint64_t extent = 0;
    bool shifts = false;
    LaneSet lanes;
    Rows<std::int32_t> indices, places;  // by lane: the word; and where it is in the memory of all blocks
    Rows<std::int32_t> firsts;           // of lanes side by side; of those that are kept
  };

  // Which threads touched which word of an array in this interval. Reads are not kept if no thread stores in the same
  // interval.
  struct Track {
    std::uint32_t last_read = 0, last_write = 0;  // intervals
    bool keeps_reads = false;
    Rows<Touch> written, read;  // the last of each word
    // As long as only lanes touch it whose words were found at once, and no two of them the same word: those whose
    // touches in this interval are there already. Kept from the second time on.
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
  void meet();        // after at_ changed: others may be here, or further behind
  bool next_front();  // false: no thread is left
  Front next_parked();
  void park(Front front);
  bool release();  // of those that wait
  void release_warp();
  void release_front(Front& front);
  void wait_at_barrier();
  void finish();
  [[nodiscard]] bool count_round();  // whether the front goes on
  [[nodiscard]] bool is_at_last_round();
  [[nodiscard]] bool is_at_limit(std::uint64_t instructions);
  void end_astray(std::uint32_t lane);
  void let_others_by();
  void wake();

  // repetition.cpp
  // What decided how lanes go on when they were at a place.
  struct Snapshot {
    bool is_taken = false;
    bool others_ran = false, changed = false, lost_memory = false;  // since: other lanes, memory, what it was
    unsigned again = 0;                                             // how often it may be taken before its time
    unsigned memory_left = 0;                                       // how often memory may be compared
    std::uint32_t at = 0;
    LaneSet lanes;
    const Deciding* of = nullptr;
    std::vector<std::uint32_t> rows;
    std::vector<std::uint64_t> uniforms;
    std::vector<std::byte> shared;
    std::size_t undone = 0;              // writes before
    std::vector<std::uint16_t> list;     // the lanes
    std::size_t differs = 0, shown = 0;  // a row; how many of the lanes have come round
    std::optional<Write> differs_in_memory;
    std::uint64_t seen = 0, next = 0, gap = 0;  // rounds; in which it is taken again; from then to the next time
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
  // A row changes. One of 64 bits is no other row's second half.
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
  [[nodiscard]] bool is_own(const Where& at) const;  // a place in a thread's own memory
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

  // `passes`: 1 of those that go on.
  void tell_barrier(const Recorder::Parts& parts, std::uint32_t site, std::uint32_t passes);

  // races.cpp
  void set_tracks();
  void begin_interval();
  [[nodiscard]] Touches touches(Track& track) const;
  [[nodiscard]] bool begins_read(std::uint32_t array);  // whether each lane's has to be tracked
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
    const Deciding* idle = nullptr;  // of the loop that it goes round in for nothing
    bool used = false;               // its room for one event
    bool arrived = false;            // the event of the barrier that it stands before is told
    bool released = false;           // it has still to tell that it went on
    bool resumes = false;
    std::uint64_t left = 0;  // events until others may go first
  };
  void begin_turn(Turn& turn);
  void log_turn(std::uint32_t lane);
  void begin_turns(std::uint64_t block);
  [[nodiscard]] bool run_in_turns(const std::function<bool()>& pauses);
  [[nodiscard]] bool take_turn(std::uint32_t lane, const std::function<bool()>& pauses);
  [[nodiscard]] std::uint32_t next_after(std::uint32_t lane);  // none: lanes_
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
  // `in_rows`: indices_ has which elements keep it.
  void tell_sum(Recorder::Group& group, const Sum& sum, bool in_rows);
  void tell_sums(const SpreadLanes& lanes, const Sum& sum, bool in_rows);
  void put_row(std::uint32_t* to, const std::uint32_t* from, const Recorder::Group& group) const;
  [[nodiscard]] bool find_with_origin(const SpreadLanes& lanes, const Sum& sum);
  [[nodiscard]] bool find_indices(const Sum& sum);
  [[nodiscard]] std::uint32_t sum_site(const Sum& sum, std::uint32_t lane) const;
  [[nodiscard]] std::uint32_t sum_index(const Sum& sum, std::uint32_t lane) const;
  // For what is the same each time, 0.
  [[nodiscard]] std::uint32_t place_of(Origin origin) const;
  void fault(Fault::Kind kind, const std::string& message, std::vector<Fault::ThreadPlace> threads);
  void end(Fault::Kind kind, const std::string& message, std::vector<Fault::ThreadPlace> threads);
  [[nodiscard]] Fault::ThreadPlace place_of(std::uint32_t lane, std::uint32_t line) const;
  // "5" or "(0,5)", as there are one row of them or several.
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
  // For the front: its lanes, all ones for each of them, and what they are to the recorder.
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
  std::uint32_t threads_, most_blocks_, lanes_, padded_;  // lanes of all blocks at once
  struct Free {
    void operator()(std::uint32_t* memory) const;
  };
  std::unique_ptr<std::uint32_t[], Free> rows_;
  std::vector<std::uint64_t> uniforms_;
  std::vector<Ready> ready_;
  Rows<std::byte> shared_;  // of all blocks, one after the other
  std::uint64_t shared_stride_ = 0;
  Rows<std::uint32_t> shared_words_;  // by lane: where its block's begins
  Body add_some_;
  std::vector<Area> areas_;
  std::shared_ptr<MemoryOfBlocks> memory_;
  std::vector<std::vector<std::byte>>& own_;             // what this OS thread's blocks may write
  std::vector<std::uint32_t> local_of_;                  // by array: the local that it is
  std::array<Found, 2> found_;                           // of lanes that have parted
  Found found_now_;                                      // of others, and where there is no row
  const Found* found_of_front_ = nullptr;                // of these, one that has all lanes of the front
  std::uint32_t found_next_ = 0;                         // which of the two is the older one
  std::uint32_t versions_ = 0, version_ = 0;             // so many were kept; that of the one in use
  bool keeps_found_ = false;                             // any of them
  std::int32_t *indices_ = nullptr, *places_ = nullptr;  // by lane, of one of them
  std::int32_t* firsts_ = nullptr;                       // of the same, if it is kept
  std::vector<Where> wheres_;
  std::vector<std::uint64_t> values_, seconds_;
  Rows<std::uint32_t> words_, zeros_, givers_, origins_;
  std::vector<std::uint16_t> telling_;  // lanes
  LaneSet some_;
  SpreadLanes spread_some_;

  // For the blocks that are being run:
  Front front_;
  SpreadLanes spread_, released_;
  std::vector<Front> parked_;  // furthest behind last
  std::vector<Front> at_barrier_, at_warp_;
  std::uint32_t stop_ = 0xffffffff;  // where the next of them is
  std::vector<Front> resting_;       // they went round and round, and let others by
  std::uint32_t idle_rounds_ = 0;    // that read memory, since it changed
  std::vector<bool> spins_;          // of the loop that begins there
  bool has_read_ = false, has_changed_ = false;
  std::uint32_t block_x_ = 0, block_y_ = 0, block_z_ = 0;  // the first of them
  LaneSet gone_;
  std::vector<std::uint32_t> left_at_;        // by lane that is gone: the instruction
  std::vector<std::uint32_t> asked_;          // by lane that shuffles: whom
  std::vector<std::uint32_t> met_elsewhere_;  // by waiting lane: the lanes of its warp that wait for it at other places
  Rows<std::uint32_t> rounds_;                // of each lane, where a launch may do only so many
  std::uint64_t all_rounds_ = 0;
  std::map<std::uint32_t, Deciding> deciding_;  // by place
  std::uint64_t looked_rounds_ = 0, looked_last_ = 0;
  std::uint32_t looked_at_ = 0;  // in turns, a lane
  Snapshot of_all_, of_some_;    // of a front that is all that can run; of others
  Snapshot of_barrier_;          // in turns, of all that wait there
  struct Idle {
    Front front;
    const Deciding* of;
  };
  std::vector<Idle> idle_;  // they go round for nothing until memory changes
  Budget* budget_ = nullptr;
  std::uint64_t spent_in_turns_ = 0;  // that the budget has not been told of
  std::uint64_t most_printed_ = ~std::uint64_t{0}, most_calls_ = ~std::uint64_t{0};
  std::vector<std::uint32_t> last_line_;
  bool chains_ = false;
  bool in_turns_ = false;
  std::vector<Track> tracks_;   // by array; of those that are never written, empty
  std::uint32_t interval_ = 0;  // one more for each barrier that a block passes
  // In turns:
  std::vector<Turn> turns_;
  std::uint32_t idle_turns_ = 0;  // so many are idle
  std::uint64_t barriers_ = 0;    // that were released
  std::vector<std::uint32_t> ready_lanes_;
  std::mt19937_64 random_;
  bool stopped_ = false;
  bool may_wait_ = false, waits_ = false, has_let_others_ = false, yields_ = false;  // for other blocks
  bool nobody_stores_ = false, by_many_ = false;                                     // what it waits for
  Watching* watching_ = nullptr;
  bool alone_ = false;                // the next warp function does not wait
  std::vector<BlockResult> results_;  // of each block
  std::vector<Write> undo_;           // with what was there before
};

}  // namespace tilescope::machine
