#include "instrumentation/executors/run_again.h"

#include <memory>
#include <vector>

#include "instrumentation/error.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

namespace {

constexpr std::uint64_t most_done_again = 20'000'000;  // instructions of 64 threads
constexpr std::uint64_t bytes_of_events = std::uint64_t{16} << 20;

// Passes on each event, and drops the blocks.
class Visiting final : public machine::BlockSink {
 public:
  Visiting(const Again& again, std::uint32_t threads) : again_(again), threads_(threads) {}

  void begin(const machine::Code& code, machine::RunMode) override { code_ = &code; }
  [[nodiscard]] bool keeps_few() const override { return false; }
  [[nodiscard]] const std::vector<bool>* sites_needed() const override { return nullptr; }
  [[nodiscard]] bool wants_memory() const override { return true; }
  void take(std::uint64_t first, std::vector<machine::BlockResult> blocks, std::vector<EventPool::Slab>,
            bool) override {
    for (std::size_t n = 0; n < blocks.size(); ++n)
      for (std::uint32_t thread = 0; blocks[n].record && thread < threads_; ++thread)
        for (const Event& event : Column(*blocks[n].record, blocks[n].first_lane + thread, code_->sites.data()))
          again_.visit(first + n, thread, event);
  }

 private:
  const Again& again_;
  std::uint32_t threads_;
  const machine::Code* code_ = nullptr;
};

}  // namespace

std::optional<machine::Ran> run_again(const RecordedKernel& kernel, const machine::Launch& launch, const Again& again) {
  Visiting visiting(again, launch.threads());
  machine::RunOptions how;
  how.pool = std::make_shared<EventPool>(0);
  how.runs = again.runs;
  how.most_work = most_done_again;
  how.way = again.way;
  if (again.visit) {
    how.event_bytes = bytes_of_events;
    how.sink = &visiting;
  } else {
    how.keeps = [](std::uint64_t) { return false; };
  }
  try {
    return machine::run(*kernel.prepared, launch, how);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace tilescope
