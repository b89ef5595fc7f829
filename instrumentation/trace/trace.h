// Everything one launch did: each thread's events in its own order, or their counts. A Trace never changes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/trace/count.h"
#include "instrumentation/trace/event.h"
#include "instrumentation/trace/event_pool.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

// An array of the kernel, under the number that events know it by.
struct ArrayInfo {
  std::string name;
  Space space = Space::global;
  std::vector<std::int64_t> sides;  // {rows, columns} for a matrix; empty for a scalar of a thread

  [[nodiscard]] std::int64_t elements() const;
};

// One thread's events, in order. They lie in pieces of equal length, a power of two, all but the last of them full.
class Column {
 public:
  Column(const Event* const* pieces, std::uint32_t kept, std::uint32_t piece_events)
      : pieces_(pieces), kept_(kept), bits_(static_cast<std::uint32_t>(std::countr_zero(piece_events))) {}

  [[nodiscard]] std::uint32_t size() const { return kept_; }
  [[nodiscard]] const Event& operator[](std::uint32_t number) const {
    return pieces_[number >> bits_][number & ((std::uint32_t{1} << bits_) - 1)];
  }

  class Iterator {
   public:
    using value_type = Event;
    using difference_type = std::int64_t;
    Iterator() = default;
    Iterator(const Column& column, std::uint32_t number) : column_(&column), number_(number) { find(); }
    const Event& operator*() const { return *event_; }
    const Event* operator->() const { return event_; }
    Iterator& operator++() {
      ++number_;
      if (++event_ == end_) find();
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator& other) const { return number_ == other.number_; }

   private:
    void find();

    const Column* column_ = nullptr;
    std::uint32_t number_ = 0;
    const Event* event_ = nullptr;
    const Event* end_ = nullptr;
  };
  [[nodiscard]] Iterator begin() const { return {*this, 0}; }
  [[nodiscard]] Iterator end() const { return {*this, kept_}; }

 private:
  const Event* const* pieces_;
  std::uint32_t kept_;
  std::uint32_t bits_;  // of a number that say where in its piece an event is
};

// What one block did. Of a block that was only counted there are tallies, and no events.
struct BlockTrace {
  bool recorded = false;
  std::vector<const Event*> pieces;        // of all threads, one after the other
  std::vector<std::uint32_t> first_piece;  // of each thread
  std::vector<std::uint32_t> kept;         // events of each thread
  std::uint64_t lost = 0;                  // events that found no room
  std::vector<Tallies> tallies;  // by array; then the barriers, which belong to none; then all arrays together
};

enum class Backend : std::uint8_t { cpu, cuda };

// Why a launch did not come to its end.
struct Fault {
  enum class Kind : std::uint8_t { barrier_divergence, endless_loop };
  struct Place {
    unsigned thread_y = 0, thread_x = 0;
    std::uint32_t line = 0;  // 0: it had returned
  };
  Kind kind = Kind::barrier_divergence;
  unsigned block_y = 0, block_x = 0;
  std::vector<Place> threads;
  std::string message;
};

class Trace {
 public:
  // Made by an executor, in one go.
  struct Parts {
    Launch launch;
    std::string kernel_text;
    std::string executor;
    Backend backend = Backend::cpu;
    std::vector<ArrayInfo> arrays;
    std::vector<BlockTrace> blocks;
    std::vector<float> c;
    std::uint32_t piece_events = 1;  // a power of two
    std::vector<EventPool::Slab> slabs;
    std::optional<Fault> fault;
  };
  explicit Trace(Parts parts);

  [[nodiscard]] const Launch& launch() const { return parts_.launch; }
  [[nodiscard]] const std::string& kernel_text() const { return parts_.kernel_text; }
  [[nodiscard]] const std::string& executor() const { return parts_.executor; }
  [[nodiscard]] Backend backend() const { return parts_.backend; }
  [[nodiscard]] const std::vector<ArrayInfo>& arrays() const { return parts_.arrays; }
  [[nodiscard]] const std::vector<float>& c() const { return parts_.c; }
  [[nodiscard]] const std::optional<Fault>& fault() const { return parts_.fault; }

  // Blocks and threads are numbered row by row. After a fault there are no blocks behind the one that failed.
  [[nodiscard]] std::size_t block_count() const { return parts_.blocks.size(); }
  [[nodiscard]] const BlockTrace& block(std::size_t block) const { return parts_.blocks[block]; }
  [[nodiscard]] std::uint32_t threads_per_block() const {
    return static_cast<std::uint32_t>(parts_.launch.threads_per_block());
  }
  [[nodiscard]] bool fully_recorded() const;
  // Whether all blocks ran, recorded or not.
  [[nodiscard]] bool all_ran() const { return launch().record != Record::blocks || fully_recorded(); }
  [[nodiscard]] Column events(std::size_t block, std::uint32_t thread) const {
    const BlockTrace& of = parts_.blocks[block];
    return {of.pieces.data() + of.first_piece[thread], of.kept[thread], parts_.piece_events};
  }

  [[nodiscard]] std::uint64_t kept_events() const;
  [[nodiscard]] std::uint64_t lost_events() const;

 private:
  Parts parts_;
};

}  // namespace tilescope
