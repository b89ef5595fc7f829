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
  if (event.array() >= owners_.size()) return;
  Paged<Owner>& owners = owners_[event.array()];
  if (owners.empty()) owners.resize(static_cast<std::size_t>(trace_.arrays()[event.array()].elements()));
  if (event.index >= owners.size()) return;
  Owner& owner = owners[event.index];
  const auto block = static_cast<std::uint32_t>(here.block + 1);
  const bool is_ordered = owner.block == block && owner.stamp != here.stamp;  // by a barrier
  if (owner.block == 0 || is_ordered) {
    owner = {block, thread, number, event.line(), here.stamp};
    return;
  }
  if (owner.block == block && owner.thread == thread) return;
  if (trace_.launch().meaning.kind.empty() && leave_the_same(owner, event)) return;
  const std::uint32_t line = event.line();
  Gathering& found =
      gathering({Hazard::store_conflict, event.array(), std::min(owner.line, line), std::max(owner.line, line)});
  if (!found.add(here, event.index, 1)) return;
  std::vector<Access> both{{Kind::global_store, true, owner.line, owner.block - 1, owner.thread, owner.number},
                           {Kind::global_store, true, event.line(), here.block, thread, number}};
  if (both[1].line < both[0].line) std::swap(both[0], both[1]);
  found.show(std::move(both));
}

// Many threads may raise one flag: it does not matter who is the last.
bool GlobalHazards::leave_the_same(const Owner& owner, const Event& event) const {
  return trace_.events(owner.block - 1, owner.thread)[owner.number].bits == event.bits;
}

Gathering& GlobalHazards::gathering(const Cause& cause) {
  return gatherings_.try_emplace(cause, std::get<0>(cause), std::get<1>(cause)).first->second;
}

void GlobalHazards::collect(std::vector<Finding>& findings) const {
  for (const auto& [cause, gathering] : gatherings_) findings.push_back(gathering.finding());
}

}  // namespace tilescope
