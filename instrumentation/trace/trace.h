// Everything one launch did: each thread's events in its own order, or their counts. A Trace never changes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/trace/count.h"
#include "instrumentation/trace/event_pool.h"
#include "instrumentation/trace/lanes_record.h"
#include "instrumentation/trace/launch.h"
#include "instrumentation/trace/left_bytes.h"
#include "instrumentation/trace/mask_mistake.h"

namespace tilescope {

// A member of a structure that an array holds. What lies between two, or is the rest of one, has no bytes.
struct PartOfArray {
  Number number = Number::f32;
  std::uint32_t bytes = 4;
  bool is_unsigned = false;  // of shorter integers

  bool operator==(const PartOfArray&) const = default;
};

// An array of the kernel, under the number that events know it by.
struct ArrayInfo {
  std::string name;
  Space space = Space::global;
  std::vector<std::int64_t> sides;  // {rows, columns} for a matrix; empty for a scalar of a thread
  Number number = Number::f32;
  std::uint32_t element_bytes = 4;
  // As far as the kernel's text is known; a trace from a file does not tell.
  std::vector<std::string> parts = {};  // what its numbers are called, where they are vectors' or structures': x, y
  std::vector<PartOfArray> part_kinds = {};  // what each of them is, where they are not all alike
  bool lie_apart = false;                    // no two members have a part of `part_kinds` in common
  bool is_constant = false;                  // in __constant__ memory
  bool is_text = false;                      // its elements are chars
  bool is_volatile = false;                  // and whole numbers: it may be a flag that another block waits for
  // Sites of atomics and flags that are after a store to this array, and no fence between.
  std::vector<std::uint32_t> overtaken_by = {};

  [[nodiscard]] std::int64_t elements() const;
  [[nodiscard]] PartOfArray part_of(std::uint64_t element) const {
    return part_kinds.empty() ? PartOfArray{number, element_bytes} : part_kinds[element % part_kinds.size()];
  }
};

// What one block did. For a block that was only counted there are tallies, and no events.
struct BlockTrace {
  std::shared_ptr<const LanesRecord> record;  // its threads are the lanes from `first_lane` on
  std::uint32_t first_lane = 0;
  std::uint64_t lost = 0;  // events that found no room
  BlockTallies tallies;

  [[nodiscard]] bool recorded() const { return record != nullptr; }
};

enum class Backend : std::uint8_t { cpu, cuda };

// Why a launch did not come to its end.
struct Fault {
  // `limit_reached` is not the kernel's fault: its run had done as much as it may.
  enum class Kind : std::uint8_t { barrier_divergence, endless_loop, failed_assert, misaligned_access, limit_reached };
  struct ThreadPlace {
    unsigned thread_y = 0, thread_x = 0;
    std::uint32_t line = 0;  // 0: it had returned
  };
  Kind kind = Kind::barrier_divergence;
  unsigned block_y = 0, block_x = 0;
  std::vector<ThreadPlace> threads;
  std::string message;
};

// What one printf said: the next `bytes` of all that was printed.
struct PrintCall {
  static constexpr std::uint32_t unknown = 0xffffffff;
  std::uint64_t block = 0;
  std::uint32_t thread = 0;
  std::uint32_t events = unknown;  // of the thread, that had happened
  std::uint32_t line = 0;
  std::uint64_t bytes = 0;

  bool operator==(const PrintCall&) const = default;
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
    bool interleaved = false;     // blocks waited for others, so that some of one came before some of an earlier one
    std::vector<LeftBytes> left;  // by array: what the launch left in it; nothing if it writes none
    std::vector<Site> sites;      // by the numbers that events have
    std::vector<EventPool::Slab> slabs;
    std::optional<Fault> fault;
    std::string printed;                                    // by the kernel
    std::vector<PrintCall> said;                            // the parts of it; none if they are not known
    std::optional<std::vector<MaskMistake>> mask_mistakes;  // nothing: masks were not looked at
  };
  explicit Trace(Parts parts) : parts_(std::move(parts)) {}

  [[nodiscard]] const Launch& launch() const { return parts_.launch; }
  [[nodiscard]] const std::string& kernel_text() const { return parts_.kernel_text; }
  [[nodiscard]] const std::string& executor() const { return parts_.executor; }
  [[nodiscard]] Backend backend() const { return parts_.backend; }
  // Whether blocks waited for others. Else those of a CPU ran one after the other, in the order of their numbers.
  [[nodiscard]] bool interleaved() const { return parts_.interleaved; }
  [[nodiscard]] const std::vector<ArrayInfo>& arrays() const { return parts_.arrays; }
  [[nodiscard]] const std::vector<Site>& sites() const { return parts_.sites; }
  // What the launch left in an array, as it lies in memory; nothing of those that it does not write.
  [[nodiscard]] std::span<const std::byte> left(std::size_t array) const {
    return array < parts_.left.size() ? std::span<const std::byte>(parts_.left[array]) : std::span<const std::byte>();
  }
  [[nodiscard]] double left(std::size_t array, std::uint64_t element) const;  // what it does not write is as it was
  [[nodiscard]] const std::optional<Fault>& fault() const { return parts_.fault; }
  [[nodiscard]] const std::string& printed() const { return parts_.printed; }
  [[nodiscard]] const std::vector<PrintCall>& said() const { return parts_.said; }
  // By line. Nothing if it was not looked at: a GPU does not tell, nor do older files.
  [[nodiscard]] const std::optional<std::vector<MaskMistake>>& mask_mistakes() const { return parts_.mask_mistakes; }
  // Whether the kernel has functions of a warp that take one.
  [[nodiscard]] bool has_masks() const;

  // Blocks and threads are numbered row by row. After a fault there are no blocks after the one that failed.
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
    return {*of.record, of.first_lane + thread, parts_.sites.data()};
  }

  // What an element of a global array holds before the kernel runs.
  [[nodiscard]] double given(std::uint8_t array, std::uint32_t element) const;

  [[nodiscard]] std::uint64_t kept_events() const;
  [[nodiscard]] std::uint64_t lost_events() const;

 private:
  Parts parts_;
};

}  // namespace tilescope
