#include "instrumentation/device_text/counters.h"

#include <fmt/format.h>

#include <algorithm>

#include "instrumentation/machine/code/flow.h"

namespace tilescope::device_text {

using machine::Instruction;
using machine::Op;

Counters::Counters(const machine::Code& code) : code_(code), begins_(code.instructions.size() + 1) {
  const std::vector<bool> targets = machine::targets_of(code);
  std::uint32_t first = 0;
  for (std::uint32_t n = 0; n < code.instructions.size(); ++n) {
    if (targets[n]) first = n;
    stretch_.push_back(first);
    add_sites(n);
    const Instruction& i = code.instructions[n];
    if (machine::jumps(i) || i.op == Op::finish) first = n + 1;
  }
  for (const auto& [what, stretches] : always_)
    for (const auto& [stretch, count] : stretches) begins_[stretch] = true;
}

Counters::What Counters::what_of(std::uint32_t site) const {
  const Site& of = code_.sites[site];
  const auto arrays = static_cast<std::uint32_t>(code_.arrays.size());
  return {of.array < arrays ? of.array : arrays, count_of(of.kind, of.operand, of.stray_store)};
}

// Adds the sites that have an event at each execution.
void Counters::add_sites(std::uint32_t n) {
  const Instruction& i = code_.instructions[n];
  const auto always = [&](std::uint32_t site) { ++always_[what_of(site)][stretch_[n]]; };
  const auto of_access = [&](const machine::Access& access) {
    if (access.array != machine::anywhere && code_.arrays[access.array].space != Space::local) always(access.site);
  };
  switch (i.op) {
    case Op::load:
    case Op::store: of_access(code_.accesses[i.what]); break;
    case Op::atomic: of_access(code_.atomics[i.what].access); break;
    case Op::warp: always(code_.warps[i.what].site); break;
    case Op::sum:
      if (const machine::Sum& sum = code_.sums[i.what]; sum.at.array != machine::anywhere && !sum.unless_constant)
        always(sum.site);
      break;
    case Op::barrier:
      always(code_.barriers[i.what].arrive);
      always(code_.barriers[i.what].release);
      break;
    default: break;
  }
}

std::string Counters::name(std::uint32_t instruction) const { return fmt::format("n{}", stretch_[instruction]); }

std::string Counters::sometimes(std::uint32_t site, std::uint32_t usual) {
  std::vector<What> less;
  if (usual != none) less.push_back(what_of(usual));
  const std::pair<What, std::vector<What>> wanted{what_of(site), less};
  const auto known = std::find(sometimes_.begin(), sometimes_.end(), wanted);
  const auto at = known - sometimes_.begin();
  if (known == sometimes_.end()) sometimes_.push_back(wanted);
  return fmt::format("sometimes[{}]", at);
}

std::uint32_t Counters::place_of(std::uint32_t site) {
  const std::pair<What, std::vector<What>> wanted{what_of(site), {}};
  const auto known = std::find(sometimes_.begin(), sometimes_.end(), wanted);
  const auto at = static_cast<std::uint32_t>(known - sometimes_.begin());
  if (known == sometimes_.end()) sometimes_.push_back(wanted);
  return at;
}

std::string Counters::declared() const {
  std::string text;
  for (std::uint32_t n = 0; n < begins_.size(); ++n)
    if (begins_[n]) text += fmt::format("  u32 n{} = 0;\n", n);
  if (!sometimes_.empty()) text += fmt::format("  u32 sometimes[{}] = {{}};\n", sometimes_.size());
  return text;
}

std::map<Counters::What, std::string> Counters::sums() const {
  std::map<What, std::string> sums;
  for (const auto& [what, stretches] : always_)
    for (const auto& [stretch, count] : stretches) {
      std::string& sum = sums[what];
      sum += fmt::format("{}n{}{}", sum.empty() ? "" : " + ", stretch, count == 1 ? "" : fmt::format(" * {}", count));
    }
  for (std::size_t n = 0; n < sometimes_.size(); ++n) {
    std::string& more = sums[sometimes_[n].first];
    more += fmt::format("{}sometimes[{}]", more.empty() ? "" : " + ", n);
    for (const What& less : sometimes_[n].second) sums[less] += fmt::format(" - sometimes[{}]", n);
  }
  return sums;
}

std::string Counters::told_of_ways() const {
  std::string text = "  u32 events = 0, strays = 0;\n";
  for (const auto& [what, sum] : sums()) {
    text += fmt::format("  events += {};\n", sum);
    if (what.count == Count::stray_load || what.count == Count::stray_store)
      text += fmt::format("  strays += {};\n", sum);
  }
  return text + "  tell_way(there, way, events, flags | (strays != 0 ? BlockWay::strayed : 0U));\n";
}

// By array and kind; after the arrays, for no array, and for all of them.
std::string Counters::told() const {
  const std::size_t arrays = code_.arrays.size();
  std::string text = "  Counted* const counts = there.counts + static_cast<u64>(block_here()) * ";
  text += fmt::format("{};\n  u32 events = 0;\n", (arrays + 2) * count_kinds);
  std::map<Count, std::string> of_all;
  for (const auto& [what, sum] : sums()) {
    const std::string name = fmt::format("c{}_{}", what.array, static_cast<int>(what.count));
    text += fmt::format("  const u32 {0} = {1};\n  events += {0};\n  if ({0} != 0) add_up(counts + {2}, {0});\n", name,
                        sum, what.array * count_kinds + static_cast<std::size_t>(what.count));
    if (what.array == arrays) continue;  // events of no array are not part of the total
    std::string& all = of_all[what.count];
    all += (all.empty() ? "" : " + ") + name;
  }
  for (const auto& [count, sum] : of_all)
    text += fmt::format("  if (({0}) != 0) add_up(counts + {1}, {0});\n", sum,
                        (arrays + 1) * count_kinds + static_cast<std::size_t>(count));
  return text + "  atomicMax(there.most_events + block_here(), events);\n";
}

}  // namespace tilescope::device_text
