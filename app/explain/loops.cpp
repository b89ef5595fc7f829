#include "app/explain/loops.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace tilescope {

LoopRun::LoopRun(LoopNest nest, const LoopSizes& sizes, const CacheShape& shape) : run(nest, sizes, shape) {
  in_the_end = run.at(run.size()).counts;
  std::array<std::uint64_t, parts> missed{}, all{};
  for (std::size_t n = 0; n < run.size(); ++n) {
    const std::size_t part = n * parts / run.size();
    ++all[part];
    if (run.result(n) != CacheResult::hit) ++missed[part];
  }
  for (std::size_t part = 0; part < parts; ++part)
    misses.push_back(static_cast<std::uint8_t>(all[part] == 0 ? 0 : 255 * missed[part] / all[part]));
}

std::size_t LoopRun::accesses_at(double part) const {
  return static_cast<std::size_t>(std::llround(std::clamp(part, 0.0, 1.0) * static_cast<double>(run.size())));
}

std::shared_ptr<const LoopRuns> run_both(const LoopSizes& sizes, const CacheShape& shape) {
  return std::make_shared<const LoopRuns>(
      LoopRuns{sizes, shape, {LoopRun(LoopNest::plain, sizes, shape), LoopRun(LoopNest::blocked, sizes, shape)}});
}

std::string_view name_of(LoopMatrix matrix) {
  constexpr std::array<std::string_view, loop_matrices> names{"X", "Y", "Z"};
  return names[static_cast<std::size_t>(matrix)];
}

LoopText code_of(LoopNest nest) {
  LoopText code;
  std::istringstream text{std::string(text_of(nest))};
  constexpr std::string_view indent = "  ";
  std::uint32_t number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    if (!line.starts_with(indent)) continue;  // comments, and the function's first and last line
    if (code.lines.empty()) code.first_line = number;
    code.lines.push_back(line.substr(indent.size()));
  }
  return code;
}

std::string contents_name(const LoopRun& of, const LoopSizes& sizes, std::uint32_t line) {
  const LoopMemory::Elements held = of.run.memory().elements_of(line);
  const auto columns = static_cast<std::uint64_t>(held.matrix == LoopMatrix::y ? sizes.k : sizes.n);
  const std::uint64_t row = held.first / columns, column = held.first % columns;
  if (held.count == 1) return fmt::format("{}[{}][{}]", name_of(held.matrix), row, column);
  const std::uint64_t last = held.first + held.count - 1;
  if (last / columns == row) return fmt::format("{}[{}][{}..{}]", name_of(held.matrix), row, column, last % columns);
  return fmt::format("{}[{}..{}]", name_of(held.matrix), row, last / columns);
}

}  // namespace tilescope
