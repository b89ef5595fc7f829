#include "instrumentation/analysis/reuse.h"

#include <algorithm>

#include "instrumentation/trace/rows.h"

namespace tilescope {

namespace {

// One long row is shown as several.
std::int64_t columns_of(std::int64_t elements) {
  constexpr std::int64_t most = 32;
  for (std::int64_t columns = most; columns >= 4; --columns)
    if (elements > most && elements % columns == 0) return columns;
  return elements;
}

Reuse no_reuse(const Trace& trace) {
  Reuse all;
  all.all_blocks = trace.launch().grid.count();
  for (std::size_t number = 0; number < trace.arrays().size(); ++number) {
    const ArrayInfo& array = trace.arrays()[number];
    Heat heat;
    heat.array = static_cast<std::uint8_t>(number);
    if (array.space != Space::local) {
      if (!array.sides.empty()) heat.columns = array.sides.size() > 1 ? array.sides.back() : columns_of(array.sides[0]);
      heat.rows = heat.columns == 0 ? 0 : array.elements() / heat.columns;
      heat.loads.resize(static_cast<std::size_t>(array.elements()));
      heat.stores.resize(heat.loads.size());
    }
    all.arrays.push_back(std::move(heat));
  }
  return all;
}

void add_block(Reuse& all, const Trace& trace, std::size_t block) {
  if (!trace.block(block).recorded()) return;
  ++all.recorded_blocks;
  all.lost += trace.block(block).lost;
  each_row(trace, block, [&](const EventRow& row) {
    const Kind kind = row.site.kind;
    if (kind > Kind::shared_store && kind != Kind::atomic) return;
    Heat& heat = all.arrays[row.site.array];
    const auto count = [&](Paged<std::uint32_t>& touched) {
      for (std::uint32_t n = 0; n < row.threads; ++n) ++touched[row.indices[n]];
    };
    const bool is_load = kind == Kind::global_load || kind == Kind::shared_load;
    if (is_load || kind == Kind::atomic) count(heat.loads);
    if (!is_load) count(heat.stores);
  });
}

std::uint32_t most(const Paged<std::uint32_t>& counts) {
  std::uint32_t most = 0;
  counts.each_written([&](std::size_t, std::uint32_t count) { most = std::max(most, count); });
  return most;
}

std::uint64_t sum(const Paged<std::uint32_t>& counts) {
  std::uint64_t sum = 0;
  counts.each_written([&](std::size_t, std::uint32_t count) { sum += count; });
  return sum;
}

}  // namespace

std::uint32_t Heat::most_loads() const { return most(loads); }
std::uint32_t Heat::most_stores() const { return most(stores); }
std::uint64_t Heat::all_loads() const { return sum(loads); }
std::uint64_t Heat::all_stores() const { return sum(stores); }

std::uint32_t Reuse::most_global_loads(const std::vector<ArrayInfo>& of) const {
  std::uint32_t hottest = 0;
  for (const Heat& heat : arrays)
    if (of[heat.array].space == Space::global) hottest = std::max(hottest, heat.most_loads());
  return hottest;
}

Reuse reuse(const Trace& trace) {
  Reuse all = no_reuse(trace);
  for (std::size_t block = 0; block < trace.block_count(); ++block) add_block(all, trace, block);
  return all;
}

Reuse reuse_of_block(const Trace& trace, std::size_t block) {
  Reuse one = no_reuse(trace);
  one.all_blocks = 1;
  add_block(one, trace, block);
  return one;
}

std::optional<std::vector<std::int64_t>> loads_saved(const Reuse& first, const Heat& of_first, const Reuse& second,
                                                     const Heat& of_second) {
  const bool same_shape = of_first.rows == of_second.rows && of_first.columns == of_second.columns;
  if (!same_shape || !first.whole() || !second.whole()) return std::nullopt;
  std::vector<std::int64_t> saved(of_first.loads.size());
  for (std::size_t n = 0; n < saved.size(); ++n)
    saved[n] = std::int64_t{of_first.loads[n]} - std::int64_t{of_second.loads[n]};
  return saved;
}

}  // namespace tilescope
