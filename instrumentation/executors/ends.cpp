#include "instrumentation/executors/ends.h"

#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "instrumentation/error.h"
#include "instrumentation/executors/of_program.h"

namespace tilescope {

namespace {

constexpr std::uint64_t most_work_at_ends = 20'000'000;  // instructions of 64 threads
constexpr std::uint64_t bytes_at_ends = std::uint64_t{16} << 20;

class AtEnds final : public machine::BlockSink {
 public:
  void begin(const machine::Code& code, machine::Way) override {
    code_ = &code;
    found.reset();
  }
  [[nodiscard]] bool keeps_few() const override { return false; }
  [[nodiscard]] const std::vector<bool>* sites_needed() const override { return nullptr; }
  [[nodiscard]] bool wants_memory() const override { return false; }
  void take(std::uint64_t first, std::vector<machine::BlockResult> blocks, std::vector<EventPool::Slab>,
            bool) override {
    for (std::size_t n = 0; n < blocks.size() && !found; ++n)
      if (blocks[n].record) look_at(first + n, blocks[n]);
  }

  std::uint32_t threads = 0;
  std::optional<BeforeBeginning> found;

 private:
  void look_at(std::uint64_t block, const machine::BlockResult& result) {
    for (std::uint32_t thread = 0; thread < threads; ++thread)
      for (const Event& event : Column(*result.record, result.first_lane + thread, code_->sites.data())) {
        const auto index = static_cast<std::int32_t>(event.index);
        if (event.kind() != Kind::out_of_bounds || index >= 0 || event.array() >= code_->arrays.size()) continue;
        found = {event.line(), code_->arrays[event.array()].name, index, event.stray_store(), block, thread};
        return;
      }
  }

  const machine::Code* code_ = nullptr;
};

std::optional<BeforeBeginning> seen(const Launch& launch, OutOfBounds gives) {
  const RecordedKernel& kernel = *launch.program;
  const std::uint64_t across = launch.grid.x, all = launch.grid.count();
  const std::set<std::uint64_t> ends{0, across - 1, all / 2, all - across, all - 1};
  machine::Launch given = machine_launch(kernel, launch);
  given.out_of_bounds = gives;
  AtEnds looking;
  looking.threads = given.threads();
  machine::RunOptions how;
  how.pool = std::make_shared<EventPool>(0);
  how.runs = [&](std::uint64_t block) { return ends.contains(block); };
  how.event_bytes = bytes_at_ends;
  how.most_work = most_work_at_ends;
  how.sink = &looking;
  try {
    static_cast<void>(machine::run(*kernel.prepared, given, how));
  } catch (const Error&) {
    return std::nullopt;
  }
  return looking.found;
}

}  // namespace

std::optional<BeforeBeginning> before_beginning(const Launch& launch) {
  if (!launch.program) return std::nullopt;
  const auto one = seen(launch, OutOfBounds::poison);
  if (!one) return std::nullopt;
  const auto other = seen(launch, OutOfBounds::zero);
  const bool is_same = other && other->line == one->line && other->index == one->index && other->block == one->block;
  return is_same ? one : std::nullopt;
}

}  // namespace tilescope
