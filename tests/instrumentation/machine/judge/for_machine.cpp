#include "tests/instrumentation/machine/judge/for_machine.h"

#include <algorithm>
#include <set>
#include <utility>

#include "instrumentation/error.h"
#include "instrumentation/machine/code/slots.h"

namespace tilescope::judge {

std::uint32_t array_of(const machine::Code& code, const std::string& name) {
  for (std::uint32_t n = 0; n < code.arrays.size(); ++n)
    if (code.arrays[n].given != nullptr && code.arrays[n].name == name) return n;
  for (std::uint32_t n = 0; n < code.arrays.size(); ++n)
    if (code.arrays[n].given != nullptr && code.arrays[n].name.starts_with(name + ".")) return n;
  throw Error("the machine has no array " + name);
}

machine::Launch for_machine(const machine::Code& code, const Line& line, const Drawn& drawn) {
  machine::Launch launch;
  std::copy_n(drawn.shape.grid, 3, launch.grid.begin());
  std::copy_n(drawn.shape.block, 3, launch.block.begin());
  launch.dynamic_shared_bytes = drawn.shared_bytes;
  launch.most_rounds = std::uint64_t{1} << 30;
  launch.arrays.resize(code.arrays.size());
  for (std::size_t n = 0; n < line.given.size(); ++n)
    if (line.given[n].is_array || line.given[n].is_global)
      launch.arrays[array_of(code, line.given[n].name)] = drawn.given[n];
  for (const language::Parameter& parameter : code.kernel->parameters)
    for (std::size_t n = 0; n < line.given.size() && !parameter.is_array; ++n)
      if (!line.given[n].is_global && line.given[n].name == parameter.name)
        launch.scalars.insert(launch.scalars.end(), drawn.words[n].begin(), drawn.words[n].end());
  return launch;
}

bool steers(const machine::Code& code) {
  std::set<std::uint32_t> changed;  // by atomics
  std::set<std::pair<machine::Slot::Home, std::uint32_t>> found;
  for (const machine::Atomic& atomic : code.atomics) {
    changed.insert(atomic.access.array);
    found.insert({atomic.result.home(), atomic.result.number()});
  }
  for (const machine::Instruction& i : code.instructions) {
    const bool loads = i.op == machine::Op::load && changed.count(code.accesses[i.what].array) > 0;
    if (loads || i.op == machine::Op::clock) return true;
    bool reads = false;
    each_slot(code, i, [&](const machine::Slot& slot, bool writes) {
      reads = reads || (!writes && !slot.is_none() && found.count({slot.home(), slot.number()}) > 0);
    });
    if (reads) return true;
  }
  return changed.count(machine::anywhere) > 0;
}

}  // namespace tilescope::judge
