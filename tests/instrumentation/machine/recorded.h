// A text as the machine takes it; what it recorded, thread by thread, and what counting the same events gives.
#pragma once

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>

#include "instrumentation/machine/run.h"
#include "instrumentation/trace/count.h"

namespace tilescope::machine::test {

// The first kernel of a text.
inline Prepared prepared(const std::string& text) {
  language::Program program = language::read(text);
  for (const language::Diagnostic& d : program.diagnostics())
    if (d.severity == language::Severity::error) throw std::runtime_error(d.message);
  const language::Kernel& kernel = program.kernels().front();
  return {std::move(program), kernel};
}

inline Column events_of(const Code& code, const BlockResult& block, std::uint32_t thread) {
  return {*block.record, block.first_lane + thread, code.sites.data()};
}

// By array; of no array; of all arrays together.
inline std::vector<Tallies> tallies_of(const Code& code, const BlockResult& block, std::uint32_t threads) {
  const std::size_t arrays = code.arrays.size();
  std::vector<Tallies> all(arrays + 2);
  for (std::uint32_t thread = 0; thread < threads; ++thread) {
    std::vector<std::array<std::uint32_t, count_kinds>> own(arrays + 2);
    for (const Event event : events_of(code, block, thread)) {
      const std::size_t array = std::min<std::size_t>(event.array(), arrays);
      const auto kind = static_cast<std::size_t>(count_of(event));
      ++own[array][kind];
      if (array < arrays) ++own[arrays + 1][kind];
    }
    for (std::size_t n = 0; n < own.size(); ++n)
      for (std::size_t kind = 0; kind < count_kinds; ++kind) all[n][kind].add({own[n][kind], own[n][kind]});
  }
  return all;
}

}  // namespace tilescope::machine::test
