#include "instrumentation/executors/stored_unset.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "instrumentation/error.h"
#include "instrumentation/executors/of_program.h"

namespace tilescope {

namespace {

constexpr std::uint64_t most_work_of_stores = 10'000'000;  // instructions of 64 threads
constexpr std::uint64_t most_stores = 1 << 20;
constexpr std::uint64_t bytes_of_stores = std::uint64_t{16} << 20;

struct Stored {
  StoredUnset at;
  std::uint32_t site = 0, index = 0;
  std::uint64_t bits = 0;
};

// Stores to global memory, block by block and thread by thread.
class Stores final : public machine::BlockSink {
 public:
  explicit Stores(std::uint32_t threads) : threads_(threads) {}

  void begin(const machine::Code& code, machine::Way) override {
    code_ = &code;
    all.clear();
  }
  [[nodiscard]] bool keeps_few() const override { return false; }
  [[nodiscard]] const std::vector<bool>* sites_needed() const override { return nullptr; }
  [[nodiscard]] bool wants_memory() const override { return true; }
  void take(std::uint64_t first, std::vector<machine::BlockResult> blocks, std::vector<EventPool::Slab>,
            bool) override {
    for (std::size_t n = 0; n < blocks.size(); ++n)
      for (std::uint32_t thread = 0; blocks[n].record && thread < threads_ && all.size() < most_stores; ++thread)
        for (const Event& event : Column(*blocks[n].record, blocks[n].first_lane + thread, code_->sites.data()))
          if (event.kind() == Kind::global_store)
            all.push_back({{event.line(), first + n, thread}, event.site, event.index, event.bits});
  }

  std::vector<Stored> all;

 private:
  std::uint32_t threads_;
  const machine::Code* code_ = nullptr;
};

std::optional<std::vector<Stored>> stores(const RecordedKernel& kernel, const machine::Launch& launch) {
  Stores stores(launch.threads());
  machine::RunOptions how;
  how.pool = std::make_shared<EventPool>(0);
  how.event_bytes = bytes_of_stores;
  how.most_work = most_work_of_stores;
  how.sink = &stores;
  try {
    const machine::Ran ran = machine::run(*kernel.prepared, launch, how);
    if (ran.fault || ran.was_stopped) return std::nullopt;
  } catch (const Error&) {
    return std::nullopt;
  }
  return std::move(stores.all);
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
