// Everything that one launch did: each thread's events in its own order, or their counts. A Trace never changes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/carried.h"
#include "instrumentation/trace/count.h"
#include "instrumentation/trace/event_pool.h"
#include "instrumentation/trace/lanes_record.h"
#include "instrumentation/trace/launch.h"
#include "instrumentation/trace/left_bytes.h"
#include "instrumentation/trace/mask_mistake.h"

namespace tilescope {

// A member of a structure in an array. Padding, or the rest of a member, has no bytes.
struct PartOfArray {
  Number number = Number::f32;
  std::uint32_t bytes = 4;
  bool is_unsigned = false;  // for integers shorter than 32 bits

  bool operator==(const PartOfArray&) const = default;
};

// An array of the kernel; events refer to it by its number.
struct ArrayInfo {
  std::string name;
  Space space = Space::global;
  std::vector<std::int64_t> sides;  // {rows, columns} for a matrix; empty for a thread's scalar
  Number number = Number::f32;
  std::uint32_t element_bytes = 4;
  // Known only with the kernel's source, and not for a trace from a file:
  std::vector<std::string> parts = {};       // names of the members of its vectors or structures: x, y
  std::vector<PartOfArray> part_kinds = {};  // the type of each member, if they differ
  bool lie_apart = false;                    // no part in `part_kinds` belongs to two members
  bool is_constant = false;                  // in __constant__ memory
  bool is_text = false;                      // its elements are chars
  bool is_volatile = false;                  // and integers: it may be a flag that another block waits for
  // Sites of atomics and flags that follow a store to this array without a fence between.
  std::vector<std::uint32_t> overtaken_by = {};

  [[nodiscard]] std::int64_t elements() const;
  [[nodiscard]] PartOfArray part_of(std::uint64_t element) const {
    return part_kinds.empty() ? PartOfArray{number, element_bytes} : part_kinds[element % part_kinds.size()];
  }
};

// What one block did. A block that was only counted has tallies and no events.
struct BlockTrace {
  std::shared_ptr<const LanesRecord> record;  // the block's threads are the lanes from `first_lane` on
  std::uint32_t first_lane = 0;
  std::uint64_t lost = 0;  // events for which there was no room
  BlockTallies tallies;

  [[nodiscard]] bool recorded() const { return record != nullptr; }
};

enum class Backend : std::uint8_t { cpu, cuda };

// Why a launch did not finish.
struct Fault {
  // `limit_reached` is not the kernel's fault: the run reached its limit of work.
  enum class Kind : std::uint8_t { barrier_divergence, endless_loop, failed_assert, misaligned_access, limit_reached };
  struct ThreadPlace {
    unsigned thread_y = 0, thread_x = 0;
    std::uint32_t line = 0;  // 0: the thread had returned
  };
  Kind kind = Kind::barrier_divergence;
  unsigned block_y = 0, block_x = 0;
  std::vector<ThreadPlace> threads;
  std::string message;
};

// The output of one printf: the next `bytes` of everything printed.
struct PrintCall {
  static constexpr std::uint32_t unknown = 0xffffffff;
  std::uint64_t block = 0;
  std::uint32_t thread = 0;
  std::uint32_t events = unknown;  // the thread's events before it
  std::uint32_t line = 0;
  std::uint64_t bytes = 0;

  bool operator==(const PrintCall&) const = default;
};

class Trace {
 public:
  // An executor fills these in, and makes the trace from them.
  struct Parts {
    Launch launch;
    std::string kernel_text;
    std::string executor;
    Backend backend = Backend::cpu;
    std::vector<ArrayInfo> arrays;
    std::vector<BlockTrace> blocks;
    bool interleaved = false;     // blocks waited for others, so that their events are interleaved
    std::vector<LeftBytes> left;  // by array: its final contents; empty if the launch does not write it
    std::vector<Site> sites;      // by number
    std::vector<EventPool::Slab> slabs;
    std::optional<Fault> fault;
    std::string printed;                                    // by the kernel
    std::vector<PrintCall> said;                            // its parts; empty if unknown
    std::optional<std::vector<MaskMistake>> mask_mistakes;  // none: masks were not checked
  };
  explicit Trace(Parts parts) : parts_(std::move(parts)) {}

  [[nodiscard]] const Launch& launch() const { return parts_.launch; }
  [[nodiscard]] const std::string& kernel_text() const { return parts_.kernel_text; }
  [[nodiscard]] const std::string& executor() const { return parts_.executor; }
  [[nodiscard]] Backend backend() const { return parts_.backend; }
  // True if blocks waited for others. Otherwise the blocks of a CPU ran one after another, in order.
  [[nodiscard]] bool interleaved() const { return parts_.interleaved; }
  [[nodiscard]] const std::vector<ArrayInfo>& arrays() const { return parts_.arrays; }
  [[nodiscard]] const std::vector<Site>& sites() const { return parts_.sites; }
  // The final contents of an array, as in memory; empty for an array that the launch does not write.
  [[nodiscard]] std::span<const std::byte> left(std::size_t array) const {
    return array < parts_.left.size() ? std::span<const std::byte>(parts_.left[array]) : std::span<const std::byte>();
  }
  [[nodiscard]] double left(std::size_t array, std::uint64_t element) const;  // the input, if it is not written
  [[nodiscard]] const std::optional<Fault>& fault() const { return parts_.fault; }
  [[nodiscard]] const std::string& printed() const { return parts_.printed; }
  [[nodiscard]] const std::vector<PrintCall>& said() const { return parts_.said; }
  // By line. None if masks were not checked: GPUs and older files have no mask checks.
  [[nodiscard]] const std::optional<std::vector<MaskMistake>>& mask_mistakes() const { return parts_.mask_mistakes; }
  // True if the kernel has warp functions with a mask.
  [[nodiscard]] bool has_masks() const;

  // Blocks and threads are numbered row by row. After a fault, the block that failed is the last one.
  [[nodiscard]] std::size_t block_count() const { return parts_.blocks.size(); }
  [[nodiscard]] const BlockTrace& block(std::size_t block) const { return parts_.blocks[block]; }
  [[nodiscard]] std::uint32_t threads_per_block() const {
    return static_cast<std::uint32_t>(parts_.launch.threads_per_block());
  }
  [[nodiscard]] bool fully_recorded() const;
  // True if all blocks ran, recorded or not.
  [[nodiscard]] bool all_ran() const { return launch().record != Record::blocks || fully_recorded(); }
  [[nodiscard]] Column events(std::size_t block, std::uint32_t thread) const {
    const BlockTrace& of = parts_.blocks[block];
    return {*of.record, of.first_lane + thread, parts_.sites.data()};
  }

  // The value of a global array's element before the kernel runs.
  [[nodiscard]] double given(std::uint8_t array, std::uint32_t element) const;

  [[nodiscard]] std::uint64_t kept_events() const;
  [[nodiscard]] std::uint64_t lost_events() const;

 private:
  friend struct Carried<Trace>;
  Parts parts_;
};

}  // namespace tilescope
