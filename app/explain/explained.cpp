#include "app/explain/explained.h"

#include <algorithm>

namespace tilescope {

std::size_t Explained::errors() const {
  return static_cast<std::size_t>(std::count_if(hazards.findings.begin(), hazards.findings.end(),
                                                [](const Finding& f) { return f.severity == Severity::error; }));
}

std::optional<std::uint64_t> moment_of(const Replay& replay, const Access& access) {
  const Trace& trace = replay.trace();
  if (access.block >= trace.block_count() || !trace.block(access.block).recorded) return std::nullopt;
  if (access.number >= trace.events(access.block, access.thread).size()) return std::nullopt;
  return replay.moments().end_of(replay.moments().step_of(access.block, access.thread, access.number));
}

std::shared_ptr<Explained> explain(const Replay& replay, const std::function<bool()>& wanted, const Device& device) {
  auto all = std::make_shared<Explained>();
  const Trace& trace = replay.trace();
  if (!wanted()) return nullptr;
  all->hazards = hazards(trace);
  if (!wanted()) return nullptr;
  const auto& findings = all->hazards.findings;
  const bool races = std::any_of(findings.begin(), findings.end(), [](const Finding& f) {
    return f.hazard == Hazard::race || f.hazard == Hazard::uninitialised_read;
  });
  if (races) all->wrong_reads = wrong_reads(trace, replay.order());
  for (const Finding& finding : findings)
    if (!finding.accesses.empty())
      if (const auto moment = moment_of(replay, finding.accesses.front())) all->marks.push_back(*moment);
  std::sort(all->marks.begin(), all->marks.end());
  all->marks.erase(std::unique(all->marks.begin(), all->marks.end()), all->marks.end());
  if (!wanted()) return nullptr;
  all->warps = count_warps(trace, replay.order());
  if (!wanted()) return nullptr;
  all->reuse = reuse(trace);
  all->waits = barrier_waits(trace);
  all->device = device;
  all->demand = demand_of(replay, device.registers);
  return all;
}

}  // namespace tilescope
