#include "instrumentation/executors/stored_unset.h"

#include <algorithm>
#include <vector>

#include "instrumentation/executors/of_program.h"
#include "instrumentation/executors/run_again.h"

namespace tilescope {

namespace {

constexpr std::uint64_t most_stores = 1 << 20;

struct Stored {
  StoredUnset at;
  std::uint32_t site = 0, index = 0;
  std::uint64_t bits = 0;
};

// Stores to global memory, block by block and thread by thread.
std::optional<std::vector<Stored>> stores(const RecordedKernel& kernel, const machine::Launch& launch) {
  std::vector<Stored> all;
  Again again;
  again.visit = [&](std::uint64_t block, std::uint32_t thread, const Event& event) {
    if (event.kind() == Kind::global_store && all.size() < most_stores)
      all.push_back({{event.line(), block, thread}, event.site, event.index, event.bits});
  };
  const std::optional<machine::Ran> ran = run_again(kernel, launch, again);
  if (!ran || ran->fault || ran->was_stopped) return std::nullopt;
  return all;
}

bool may_be_unset(const machine::Code& code) {
  return !code.locals.empty() || std::any_of(code.constants.begin(), code.constants.end(),
                                             [](const machine::Code::Constant& each) { return each.is_unset; });
}

}  // namespace

std::optional<StoredUnset> stored_unset(const Launch& launch) {
  if (!launch.program || !may_be_unset(launch.program->prepared->code())) return std::nullopt;
  const RecordedKernel& kernel = *launch.program;
  machine::Launch given = machine_launch(kernel, launch);
  const auto one = stores(kernel, given);
  if (!one) return std::nullopt;
  constexpr std::uint32_t large = 0x4b1d5a31;
  given.unset_own = large;
  const auto other = stores(kernel, given);
  if (!other) return std::nullopt;
  const auto [here, there] =
      std::mismatch(one->begin(), one->end(), other->begin(), other->end(), [](const Stored& a, const Stored& b) {
        return a.site == b.site && a.index == b.index && a.bits == b.bits && a.at.block == b.at.block &&
               a.at.thread == b.at.thread;
      });
  if (here != one->end()) return here->at;
  return there != other->end() ? std::optional(there->at) : std::nullopt;
}

}  // namespace tilescope
