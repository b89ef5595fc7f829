#include "instrumentation/analysis/waits.h"

#include <algorithm>

#include "instrumentation/analysis/warp_access.h"

namespace tilescope {

namespace {

// A warp at one barrier, on a clock of 64 bits that all of its block share.
struct Passage {
  std::int64_t arrived = 0;  // its last lane
  std::uint32_t line = 0;
};

class Block {
 public:
  Block(const Trace& trace, std::size_t block) : trace_(trace), block_(block) {
    const std::uint32_t threads = trace.threads_per_block();
    passages_.resize((threads + warp_lanes - 1) / warp_lanes);
    for (std::uint32_t thread = 0; thread < threads; ++thread) add(thread);
    for (const std::vector<Passage>& warp : passages_) common_ = std::min(common_, warp.size());
  }

  void add_to(Waits& waits) const {
    for (std::size_t n = 0; n < common_; ++n) add_barrier(waits, n);
  }

 private:
  // The clock has 32 bits and goes round: between two events of a thread it has not gone round twice, and lanes of a
  // block are nearer to each other than half of it.
  void add(std::uint32_t thread) {
    std::vector<Passage>& warp = passages_[thread / warp_lanes];
    std::optional<std::int64_t> now;
    std::size_t number = 0;
    const bool first_lane = thread % warp_lanes == 0;
    const auto at = [&](const Event& event) {
      if (!base_) base_ = event.clock();
      if (!now) return static_cast<std::int64_t>(static_cast<std::int32_t>(event.clock() - *base_));
      return *now + (event.clock() - static_cast<std::uint32_t>(*now + *base_));
    };
    for (const Event& event : trace_.events(block_, thread)) {
      if (!event.is_barrier()) continue;
      now = at(event);
      const bool arrives = event.kind() == Kind::barrier_arrive;
      if (arrives && first_lane) warp.push_back({*now, event.line()});
      if (number >= warp.size()) break;  // more barriers than the first lane of its warp: the launch did not end
      if (arrives)
        warp[number].arrived = std::max(warp[number].arrived, *now);
      else
        ++number;
    }
    warp.resize(std::min(warp.size(), number));
  }

  void add_barrier(Waits& waits, std::size_t n) const {
    std::int64_t first = passages_.front()[n].arrived, last = first;
    std::size_t latest = 0, with_latest = 0;
    for (std::size_t warp = 0; warp < passages_.size(); ++warp) {
      const std::int64_t arrived = passages_[warp][n].arrived;
      first = std::min(first, arrived);
      if (arrived > last) latest = warp, with_latest = 0;
      if (arrived >= last) ++with_latest;
      last = std::max(last, arrived);
    }
    if (waits.warps.size() < passages_.size()) waits.warps.resize(passages_.size());
    if (with_latest == 1) ++waits.warps[latest].last;
    if (waits.barriers.size() <= n) waits.barriers.resize(n + 1);
    BarrierLine& line = line_of(waits, passages_.front()[n].line);
    ++line.barriers;
    const auto skew = static_cast<std::uint64_t>(last - first);
    line.skew += skew;
    line.worst_skew = std::max(line.worst_skew, skew);
    const std::int64_t since = n == 0 ? 0 : std::max<std::int64_t>(0, last - opening_of(n - 1));
    for (std::size_t warp = 0; warp < passages_.size(); ++warp) {
      const auto waited = static_cast<std::uint64_t>(last - passages_[warp][n].arrived);
      waits.warps[warp].waited += waited;
      line.waited += waited;
      waits.barriers[n].ticks += waited;
      if (n == 0) continue;
      waits.barriers[n].of += static_cast<std::uint64_t>(since);
      waits.all.ticks += waited;
      waits.all.of += static_cast<std::uint64_t>(since);
    }
  }

  // All go on when the last one has come. When each of them did is not read off a clock: a GPU may read that clock
  // before it waits.
  [[nodiscard]] std::int64_t opening_of(std::size_t n) const {
    std::int64_t last = passages_.front()[n].arrived;
    for (const std::vector<Passage>& warp : passages_) last = std::max(last, warp[n].arrived);
    return last;
  }

  static BarrierLine& line_of(Waits& waits, std::uint32_t line) {
    const auto found = std::lower_bound(waits.lines.begin(), waits.lines.end(), line,
                                        [](const BarrierLine& one, std::uint32_t wanted) { return one.line < wanted; });
    if (found != waits.lines.end() && found->line == line) return *found;
    return *waits.lines.insert(found, BarrierLine{line, 0, 0, 0, 0});
  }

  const Trace& trace_;
  std::size_t block_;
  std::optional<std::uint32_t> base_;
  std::vector<std::vector<Passage>> passages_;  // by warp
  std::size_t common_ = SIZE_MAX;               // barriers that all warps passed
};

}  // namespace

std::optional<Waits> barrier_waits(const Trace& trace) {
  if (trace.backend() != Backend::cuda) return std::nullopt;
  Waits waits;
  waits.all_blocks = trace.launch().grid.count();
  for (std::size_t block = 0; block < trace.block_count(); ++block) {
    if (!trace.block(block).recorded()) continue;
    Block(trace, block).add_to(waits);
    ++waits.blocks;
  }
  if (waits.lines.empty()) return std::nullopt;
  return waits;
}

}  // namespace tilescope
