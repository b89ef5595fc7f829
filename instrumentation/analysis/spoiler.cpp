// Traces a wrong element back to the event that spoiled it.
#include <algorithm>
#include <tuple>

#include "instrumentation/analysis/provenance.h"
#include "instrumentation/analysis/wrong_reads.h"

namespace tilescope {

namespace {

constexpr std::size_t most_links = 200000;  // of one element; a chain that long has been followed far enough

// Wrong reads by where they are.
class Places {
 public:
  Places(std::span<const WrongRead> reads, std::size_t block) {
    for (std::size_t n = 0; n < reads.size(); ++n)
      if (reads[n].block == block) places_.emplace_back(reads[n].thread, reads[n].number, n);
    std::sort(places_.begin(), places_.end());
  }
  [[nodiscard]] std::optional<std::size_t> at(const EventRef& ref) const {
    const auto found = std::lower_bound(places_.begin(), places_.end(), Place{ref.thread, ref.event, 0});
    if (found == places_.end() || std::get<0>(*found) != ref.thread || std::get<1>(*found) != ref.event)
      return std::nullopt;
    return std::get<2>(*found);
  }

 private:
  using Place = std::tuple<std::uint32_t, std::uint32_t, std::size_t>;
  std::vector<Place> places_;
};

std::vector<EventRef> way_to(const Chain& all, std::uint32_t link, const EventRef& store) {
  std::vector<EventRef> way;
  for (std::uint32_t at = link; at != Link::none; at = all.links[at].of) way.push_back(all.links[at].source.event);
  way.push_back(store);
  std::reverse(way.begin(), way.end());
  way.erase(std::unique(way.begin(), way.end()), way.end());  // a load out of bounds is its own source
  return way;
}

}  // namespace

std::optional<Spoiler> find_spoiler(const Trace& trace, const EventRef& store, std::span<const WrongRead> reads) {
  const BlockStores stores(trace, store.block);
  const Chain all = chain(stores, store, most_links);
  const Places places(reads, store.block);
  // The first wrong read comes first in `reads`, too.
  std::optional<std::uint32_t> stray, wrong;
  std::size_t first = reads.size();
  for (std::uint32_t n = 0; n < all.links.size(); ++n) {
    const Source& source = all.links[n].source;
    if (source.kind == Source::Kind::out_of_bounds && !stray) stray = n;
    if (source.kind != Source::Kind::event) continue;
    if (const auto read = places.at(source.event); read && *read < first) first = *read, wrong = n;
  }
  if (wrong) return Spoiler{first, std::nullopt, way_to(all, *wrong, store)};
  if (!stray) return std::nullopt;
  return Spoiler{std::nullopt, all.links[*stray].source.event, way_to(all, *stray, store)};
}

}  // namespace tilescope
