#include "instrumentation/analysis/global_hazards.h"

#include <algorithm>

namespace tilescope {

void GlobalHazards::stray(const Here& here, std::uint32_t thread, std::uint32_t number, const Event& event) {
  const bool store = event.stray_store();
  Gathering& found = gathering({Hazard::out_of_bounds, event.array(), event.line(), store ? 1 : 0});
  if (found.add(here, event.index))
    found.show({{Kind::out_of_bounds, store, event.line(), here.block, thread, number}});
}

void GlobalHazards::store(const Here& here, std::uint32_t thread, std::uint32_t number, const Event& event) {
  if (event.array() >= owners_.size() || careful_.leaves_out(event.array())) return;
  for (std::uint32_t n = 0; n < careful_.elements_of(event); ++n)
    store_cell(here, thread, number, event, event.index + n);
}

void GlobalHazards::store_cell(const Here& here, std::uint32_t thread, std::uint32_t number, const Event& event,
                               std::uint32_t cell) {
  Paged<Owner>& owners = owners_[event.array()];
  if (owners.empty()) owners.resize(static_cast<std::size_t>(trace_.arrays()[event.array()].elements()));
  if (cell >= owners.size()) return;
  Owner& owner = owners[cell];
  const auto block = static_cast<std::uint32_t>(here.block + 1);
  if (owner.block == 0 || is_ordered(owner, here, thread, number)) {
    owner = {block, thread, number, event.line(), here.stamp, here.interval};
    return;
  }
  if (owner.block == block && owner.thread == thread) return;
  if (careful_.leave_the_same({owner.block - 1, owner.thread, owner.number, owner.interval},
                              {block - 1, thread, number, here.interval}, cell))
    return;
  const std::uint32_t line = event.line();
  Gathering& found =
      gathering({Hazard::store_conflict, event.array(), std::min(owner.line, line), std::max(owner.line, line)});
  if (owner.block != block) found.meets(owner.block - 1);
  if (!found.add(here, cell, 1)) return;
  std::vector<Access> both{{Kind::global_store, true, owner.line, owner.block - 1, owner.thread, owner.number},
                           {Kind::global_store, true, event.line(), here.block, thread, number}};
  if (both[1].line < both[0].line) std::swap(both[0], both[1]);
  found.show(std::move(both));
}

// By a barrier, a warp barrier, or atomics.
bool GlobalHazards::is_ordered(const Owner& owner, const Here& here, std::uint32_t thread, std::uint32_t number) {
  const auto block = static_cast<std::uint32_t>(here.block);
  if (owner.block == block + 1)
    return owner.stamp != here.stamp ||
           (owner.thread != thread && careful_.threads().is_before({owner.thread, owner.number}, {thread, number}));
  return careful_.blocks().are_ordered({owner.block - 1, owner.thread, owner.number, owner.interval},
                                       {block, thread, number, here.interval}, ThreadOrder::no_cell,
                                       ThreadOrder::no_cell);
}

Gathering& GlobalHazards::gathering(const Cause& cause) {
  return gatherings_.try_emplace(cause, std::get<0>(cause), std::get<1>(cause)).first->second;
}

void GlobalHazards::collect(std::vector<Finding>& findings) const {
  for (const auto& [cause, gathering] : gatherings_) findings.push_back(gathering.finding());
}

}  // namespace tilescope
