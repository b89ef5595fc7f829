#include "app/explain/explainable.h"

#include <fmt/format.h>

namespace tilescope {

Limits Explainable::limits() const {
  const Explained& explained = *focus.explained;
  Limits limits;
  limits.here = explained.device.gpu;
  limits.gpu = chosen_gpu(choices.limits, limits.here);
  limits.demand = explained.demand;
  if (beside.explained != nullptr) limits.beside = beside.explained->demand;
  const bool is_here = limits.here && limits.here->name == limits.gpu.name;
  if (is_here) limits.seconds = explained.device.seconds;
  if (is_here) limits.compiled = limits.demand.block.registers;
  const auto& given = choices.limits.registers;
  for (Demand* const demand : {&limits.demand, limits.beside ? &*limits.beside : nullptr}) {
    if (demand == nullptr) continue;
    // Compiled for another GPU, the kernel may use another number of registers.
    if (!is_here) demand->block.registers.reset();
    if (const auto own = given.find(demand->kernel); own != given.end()) demand->block.registers = own->second;
  }
  const bool has_tiles = !limits.demand.tile_name.empty();
  limits.tile = choices.limits.tile > 0 && has_tiles ? choices.limits.tile : limits.demand.tile;
  return limits;
}

Times Explainable::times() const {
  Times times;
  for (const KnownTable& known : choices.tables)
    times.names.push_back(fmt::format("{}, {}", known.table.gpu, known.table.m));
  times.chosen = choices.table;
  if (!choices.tables.empty()) times.known = &choices.tables[choices.table];
  // A changed kernel may still have the name of a built-in one.
  const auto built_in = [](const Launch& launch) { return launch.program ? std::string() : launch.kernel; };
  times.launched = frame.scenery->launch().kernel;
  times.kernel = built_in(frame.scenery->launch());
  times.tile = frame.scenery->launch().tile;
  if (beside.scenery != nullptr) times.beside = built_in(beside.scenery->launch());
  times.waits = focus.explained->waits;
  times.has_clock = trace.backend() == Backend::cuda;
  times.executor = trace.executor();
  times.seconds = focus.explained->device.seconds;
  times.why_no_seconds = focus.explained->device.why_no_seconds;
  if (const auto& intensity = focus.explained->demand.intensity; intensity && times.seconds)
    times.gflops = static_cast<double>(intensity->flops) / *times.seconds / 1e9;
  return times;
}

double Explainable::loops_part() const {
  if (choices.loops.place) return *choices.loops.place;
  return frame.moments == 0 ? 0 : static_cast<double>(frame.moment) / static_cast<double>(frame.moments);
}

}  // namespace tilescope
