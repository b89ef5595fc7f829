// How the lanes of a warp work together: which accesses are coalesced, which have bank conflicts, and where lanes stand
// aside. Counted from a trace in lockstep (see order.h): a warp is 32 consecutive threads of a block, x fastest, and
// its accesses are what its lanes do in the same step. Only recorded blocks can be counted. Accesses that are out of
// bounds are not performed, so they move nothing and conflict with no access.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "instrumentation/analysis/contention.h"
#include "instrumentation/analysis/warp_access.h"
#include "instrumentation/trace/order.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// All that warps did at one access of the kernel's text.
struct AccessSite {
  std::uint32_t line = 0;
  AccessName name;
  std::uint64_t requests = 0;  // warp accesses in which at least one lane got or put something
  std::uint64_t lanes = 0;     // that took part in them
  std::uint64_t elements = 0;  // that they asked for, each lane's own counted
  std::uint64_t strays = 0;    // elements out of bounds, which are in no other number

  // For global memory.
  std::uint64_t sectors = 0, ideal_sectors = 0, lines = 0;
  std::uint32_t worst_sectors = 0;  // of one request
  // For shared memory; without conflicts, wavefronts would be as many as parts.
  std::uint64_t wavefronts = 0, parts = 0, ways = 0;
  std::uint32_t worst_ways = 0;

  [[nodiscard]] double average_lanes() const { return per_request(lanes); }
  [[nodiscard]] double average_sectors() const { return per_request(sectors); }
  [[nodiscard]] double average_ways() const { return per_request(ways); }
  // The wavefronts that only conflicts take.
  [[nodiscard]] std::uint64_t conflicts() const { return wavefronts - std::min(wavefronts, parts); }
  // Bytes asked for over bytes of the sectors moved: above 1 where several lanes ask for the same element.
  [[nodiscard]] double efficiency() const {
    return sectors == 0 ? 0 : static_cast<double>(elements * name.bytes) / static_cast<double>(sectors * sector_bytes);
  }

 private:
  [[nodiscard]] double per_request(std::uint64_t of) const {
    return requests == 0 ? 0 : static_cast<double>(of) / static_cast<double>(requests);
  }
};

// How many of a warp's lanes take part in the steps of one line. A trace cannot tell a lane that has returned from one
// whose guard was false: both stand aside.
struct LineLanes {
  std::uint32_t line = 0;
  std::array<std::uint64_t, warp_lanes + 1> warp_steps{};  // by how many lanes take part
  std::uint64_t partial = 0;  // warp steps in which lanes of the block's threads stand aside

  [[nodiscard]] std::uint64_t total() const;
  [[nodiscard]] double average_lanes() const;
};

struct Warps {
  std::vector<AccessSite> sites;  // by line; in a line as the text has them
  std::vector<LineLanes> lines;   // in their order
  std::vector<AtomicSite> atomics;
  std::uint64_t blocks = 0;       // that these numbers cover
  std::uint64_t all_blocks = 0;   // of the grid
  std::uint64_t lost_events = 0;  // of the covered blocks: what was lost is in no number
};
[[nodiscard]] Warps count_warps(const Trace& trace, const Order& order);

// One lane in one access.
struct LaneAccess {
  bool active = false;         // it has an event in this access
  bool stray = false;          // out of bounds, and so not performed
  std::uint32_t event = 0;     // the thread's event number
  std::uint32_t index = 0;     // the element, the first one of a vector
  std::uint32_t elements = 0;  // that were performed
  std::uint32_t place = 0;     // the first element's sector in its array, or its bank
  std::uint32_t part = 0;      // which half or quarter of the warp it is served with; 0 for up to 4 bytes a lane
  std::uint32_t turn = 0;      // in which turn of its bank it is served, from 0; of a vector, its last
};

struct WarpAccess {
  AccessName name;
  std::vector<LaneAccess> lanes;
  GlobalCost global;  // of a global access
  SharedCost shared;  // of a shared one
};

// What the lanes do by one atomic of the text in a step.
struct WarpAtomic {
  std::uint8_t array = 0;
  AtomicKind kind = AtomicKind::add;
  std::uint32_t site = 0;
  std::uint32_t lanes = 0;   // atomics, in fact: a lane may come by twice
  std::uint32_t cells = 0;   // different ones
  std::uint32_t most = 0;    // lanes at one of them,
  std::uint32_t wanted = 0;  // which is this one

  // A lane, and the cell that it wants.
  struct Wish {
    std::uint32_t lane = 0, cell = 0;
  };
  std::vector<Wish> wishes;  // in the order of the lanes
};

// One warp in one step: what its lanes do side by side.
struct WarpStep {
  std::uint32_t line = 0;
  std::uint32_t first_thread = 0;    // of the block; the lanes' threads follow it
  std::vector<bool> takes_part;      // by lane; as many as the block has threads for
  std::vector<WarpAccess> accesses;  // as the first lane that takes part makes them
  std::vector<WarpAtomic> atomics;   // likewise
};
// For a recorded block. A block of t threads has (t + 31) / 32 warps.
[[nodiscard]] WarpStep warp_step(const Trace& trace, const Order& order, std::size_t block, std::uint32_t warp,
                                 std::uint32_t step);

[[nodiscard]] std::uint32_t warps_per_block(const Trace& trace);

}  // namespace tilescope
