#include "tests/app/explain/told_by_provenance.h"

#include <gtest/gtest.h>

#include <tuple>
#include <utility>

#include "instrumentation/analysis/provenance.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope::test {

std::array<std::uint32_t, 3> place_told_by_provenance(const Trace& trace, const EventRef& event) {
  const auto product = *reading::product_of(trace.launch());
  const BlockStores stores(trace, event.block);
  std::array<std::uint32_t, 3> place{};
  for (const Source& source : origins_of(stores, event)) {
    if (source.role != Source::Role::first_factor && source.role != Source::Role::second_factor) continue;
    const Source made = source.kind == Source::Kind::event ? maker_of(stores, source.event) : source;
    EXPECT_EQ(made.kind, Source::Kind::element);
    const auto split = [&](const reading::Matrix& matrix) {
      const auto across = static_cast<std::uint32_t>(matrix.by_columns ? matrix.rows : matrix.columns);
      const std::pair at(made.index / across, made.index % across);
      return matrix.by_columns ? std::pair(at.second, at.first) : at;
    };
    if (made.array == product.a.array) std::tie(place[0], place[2]) = split(product.a);
    if (made.array == product.b.array) place[1] = split(product.b).second;
  }
  return place;
}

}  // namespace tilescope::test
