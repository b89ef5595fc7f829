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
  const bool is_free = owner.block == 0 || is_ordered(owner, here, thread, number);
  if (!is_free && owner.block == block && owner.thread == thread) return;
  const CarefulHazards::Left left = careful_.left_by(thread, number, cell);
  if (is_free) {
    owner = {block, number, here.stamp, here.interval, event.site, static_cast<std::uint16_t>(thread), {}, false};
    owner.met = careful_.at_block(thread, number, here.interval).met;
    owner.made_of_its_cell = left.is_made_of_its_cell;
    if (left.bytes == 0) return;
    Paged<std::uint64_t>& all = left_[event.array()];
    if (all.empty()) all.resize(owners.size());
    all[cell] = left.bits;
    return;
  }
  if (CarefulHazards::leave_the_same(left_by(owner, event.array(), cell), left)) return;
  const std::uint32_t line = event.line(), line_of_owner = trace_.sites()[owner.site].line;
  Gathering& found =
      gathering({Hazard::store_conflict, event.array(), std::min(line_of_owner, line), std::max(line_of_owner, line)});
  if (owner.block != block) found.meets(owner.block - 1);
  if (!found.add(here, cell, 1)) return;
  std::vector<Access> both{{Kind::global_store, true, line_of_owner, owner.block - 1, owner.thread, owner.number},
                           {Kind::global_store, true, line, here.block, thread, number}};
  if (both[1].line < both[0].line) std::swap(both[0], both[1]);
  found.show(std::move(both));
}

CarefulHazards::Left GlobalHazards::left_by(const Owner& owner, std::uint8_t array, std::uint32_t cell) const {
  if (left_[array].empty()) return {};
  return {left_[array][cell], trace_.sites()[owner.site].bytes, owner.made_of_its_cell};
}

// By a barrier, a warp barrier, or atomics.
bool GlobalHazards::is_ordered(const Owner& owner, const Here& here, std::uint32_t thread, std::uint32_t number) {
  const auto block = static_cast<std::uint32_t>(here.block);
  if (owner.block == block + 1)
    return owner.stamp != here.stamp ||
           (owner.thread != thread && careful_.threads().is_before({owner.thread, owner.number}, {thread, number}));
  if (!careful_.blocks().any()) return false;
  const AtBlock at = careful_.at_block(thread, number, here.interval);
  return careful_.blocks().may_be_ordered(
      {owner.block - 1, owner.thread, owner.number, owner.interval, owner.met, at.stores}, at);
}

Gathering& GlobalHazards::gathering(const Cause& cause) {
  return gatherings_.try_emplace(cause, std::get<0>(cause), std::get<1>(cause)).first->second;
}

void GlobalHazards::collect(std::vector<Finding>& findings) const {
  for (const auto& [cause, gathering] : gatherings_) findings.push_back(gathering.finding());
}

}  // namespace tilescope
