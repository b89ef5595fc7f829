#include "app/explain/explained.h"

#include <algorithm>

namespace tilescope {

std::size_t Explained::errors() const {
  return static_cast<std::size_t>(std::count_if(hazards.findings.begin(), hazards.findings.end(),
                                                [](const Finding& f) { return f.severity == Severity::error; }));
}

namespace {

std::optional<WholeLoads> whole_loads(const Trace& trace) {
  if (trace.fully_recorded() || trace.fault()) return std::nullopt;
  double recorded = 0, loads = 0;
  for (std::size_t block = 0; block < trace.block_count(); ++block) recorded += trace.block(block).recorded ? 1 : 0;
  if (recorded == 0) return std::nullopt;
  loads = static_cast<double>(count(trace).of(Count::global_load).total);
  if (trace.all_ran()) return WholeLoads{loads, true};
  return WholeLoads{loads / recorded * static_cast<double>(trace.launch().grid.count()), false};
}

}  // namespace

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
  all->telling = tell(replay, all->hazards, all->wrong_reads);
  for (const Finding& finding : findings)
    if (!finding.accesses.empty())
      if (const auto moment = moment_of(replay, finding.accesses.front())) all->marks.push_back(*moment);
  std::sort(all->marks.begin(), all->marks.end());
  all->marks.erase(std::unique(all->marks.begin(), all->marks.end()), all->marks.end());
  if (!wanted()) return nullptr;
  all->warps = count_warps(trace, replay.order());
  if (!wanted()) return nullptr;
  all->reuse = reuse(trace);
  for (const Heat& heat : all->reuse.arrays) {
    const ArrayInfo& array = trace.arrays()[heat.array];
    const bool is_input = array.space == Space::global && array.name != "C";
    all->heat.push_back(is_input ? heat_map(heat) : HeatMap{});
  }
  all->waits = barrier_waits(trace);
  all->whole = whole_loads(trace);
  all->device = device;
  all->demand = demand_of(replay, device.registers);
  return all;
}

}  // namespace tilescope
