// Searches the blocks of a kernel for hazards, one after another, and keeps of finished blocks only what later ones
// may meet. So a launch of any size is judged while it runs, and all of its events are never needed at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "instrumentation/analysis/alike_blocks.h"
#include "instrumentation/analysis/careful_hazards.h"
#include "instrumentation/analysis/finding.h"
#include "instrumentation/analysis/global_hazards.h"
#include "instrumentation/analysis/open_block.h"
#include "instrumentation/analysis/shared_hazards.h"

namespace tilescope {

class BlockWalk;

class HazardSearch {
 public:
  // Of `launch`, its arrays, sites and numbers are looked at, and no block. `careful_with_shared`: as any_stored_twice
  // says below.
  HazardSearch(const Trace& launch, bool careful_with_shared);

  // By site, those whose events have to be there; where all of them have to, nothing. A block without the others is
  // numbered again: see renumber.
  [[nodiscard]] const std::optional<std::vector<bool>>& sites_needed() const { return sites_needed_; }

  // The next block, in their order, and the fault that it ended with. `memory` holds its events while it is in use: one
  // of which later ones are compared with is kept.
  void block(std::size_t number, const BlockTrace& block, const Fault* fault,
             const std::shared_ptr<const void>& memory = nullptr);
  // The same where it is known that what it does in shared memory counts for so many blocks; 0: not even for itself.
  void block_for(std::size_t number, const BlockTrace& block, const Fault* fault, std::uint64_t stands_for);
  // Keeps no block any more.
  void forget_blocks() { alike_.forget(); }

  [[nodiscard]] std::vector<Finding> findings() const;

 private:
  void look_at(std::size_t number, const BlockTrace& block, const Fault* fault, bool at_shared);
  void look_at(const Here& here, std::uint32_t thread, std::uint32_t number, const Event& event);

  // Barriers that some threads of a block pass and others do not, since they have returned.
  class LateBarriers {
   public:
    void interval(const Here& here, const BlockWalk& walk, const OpenBlock& block, std::uint32_t threads);
    void collect(std::vector<Finding>& findings) const;

   private:
    std::map<std::uint32_t, Gathering> found_;  // by line
  };
  // What was found in the shared memory of a kind's first block, and how many others are of that kind.
  struct OfKind {
    SharedHazards::Times times;
    std::uint64_t others = 0;
  };

  const Trace& launch_;
  OpenBlock open_;
  AlikeBlocks alike_;
  SharedHazards shared_;
  CarefulHazards careful_;
  GlobalHazards global_;
  LateBarriers late_;
  std::optional<std::vector<bool>> sites_needed_;
  std::vector<bool> matters_, matters_in_global_;  // by site
  std::vector<OfKind> kinds_;
  std::map<std::size_t, std::size_t> kind_of_;  // by what alike_ calls it
  struct Stored {
    std::uint32_t thread, number;
    Event event;
  };
  std::vector<Stored> stored_;  // of this interval
  std::uint32_t stamp_ = 1;
};

// Two threads store one shared cell. Whether they store the same, which may be fine, takes a look at values: then a
// search that is careful with shared memory has to go through all blocks once more.
[[nodiscard]] bool any_stored_twice(const Trace& launch, const std::vector<Finding>& findings);

// Gives an access in a block that only had the events of some sites the number that its event has among all of its
// thread. For blocks whose events the trace does not have, it is not known.
void renumber(std::vector<Finding>& findings, const Trace& trace, const std::vector<bool>& sites,
              const std::function<bool(std::size_t block)>& had_some);

}  // namespace tilescope
