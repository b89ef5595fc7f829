#include "app/explain/warps_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "app/explain/access_picture.h"
#include "app/explain/exchange_picture.h"
#include "app/explain/finding_words.h"
#include "app/explain/flow.h"
#include "app/stage/corner.h"
#include "app/stage/text.h"
#include "app/stage/words.h"

namespace tilescope {

namespace {

std::uint32_t elements_of(const WarpAccess& access) {
  std::uint32_t sum = 0;
  for (const LaneAccess& lane : access.lanes) sum += lane.elements;
  return sum;
}

// Those that several lanes want are counted once.
std::uint32_t different_elements_of(const WarpAccess& access) {
  std::set<std::uint32_t> elements;
  for (const LaneAccess& lane : access.lanes)
    for (std::uint32_t n = 0; n < lane.elements; ++n) elements.insert(lane.index + n);
  return static_cast<std::uint32_t>(elements.size());
}

std::string many(std::uint64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// In the order of the text where all of them have room, else those first that cost most beside what they could.
std::vector<std::size_t> dearest_first(const Frame& frame, float room, float text) {
  const std::vector<WarpAccess>& accesses = frame.warp.accesses;
  std::vector<std::size_t> all(frame.at_begin ? 0 : accesses.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  float height = 0;
  for (const std::size_t n : all) height += access_height(frame, n, text) + 0.3F * text;
  if (height <= room) return all;
  const auto cost = [&](std::size_t n) {
    const WarpAccess& access = accesses[n];
    if (!access.name.is_global()) return static_cast<double>(access.shared.ways);
    return static_cast<double>(access.global.sectors) / std::max(1U, access.global.ideal_sectors);
  };
  std::stable_sort(all.begin(), all.end(), [&](std::size_t a, std::size_t b) { return cost(a) > cost(b); });
  return all;
}

struct SiteRow {
  std::string line, access, requests, each, of_that;
};

SiteRow row_of(const Scenery& scenery, const AccessSite& site) {
  SiteRow row{std::to_string(site.line), access_words(scenery, site.name), short_count(site.requests, 7), "", ""};
  if (site.name.is_global()) {
    row.each = fmt::format("{:.1f} sectors", site.average_sectors());
    row.of_that = site.efficiency() > 1 ? "shared" : fmt::format("{:.0f} % used", 100 * site.efficiency());
  } else {
    row.each = fmt::format("{:.1f} ways", site.average_ways());
    row.of_that = fmt::format("{} at most", site.worst_ways);
  }
  return row;
}

SiteRow row_of(const Scenery& scenery, const AtomicSite& site) {
  return {std::to_string(site.line), fmt::format("{} {}", function_name(site.kind), scenery.arrays()[site.array].name),
          short_count(site.requests, 7), fmt::format("{:.1f} rounds", site.average_rounds()),
          fmt::format("{} at most", site.worst)};
}

// Of all accesses and atomics, line by line.
std::vector<std::pair<std::uint32_t, SiteRow>> rows_of(const Scenery& scenery, const Warps& warps) {
  std::vector<std::pair<std::uint32_t, SiteRow>> rows;
  for (const AccessSite& site : warps.sites) rows.emplace_back(site.line, row_of(scenery, site));
  for (const AtomicSite& site : warps.atomics) rows.emplace_back(site.line, row_of(scenery, site));
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return rows;
}

std::vector<std::string> words_of_atomics(const Frame& frame) {
  std::vector<std::string> all;
  for (const WarpAtomic& atomic : frame.warp.atomics)
    if (!frame.at_begin) all.push_back(contention_words(atomic, frame.scenery->arrays()));
  return all;
}

constexpr float table_row = 1.35F;  // in sizes of the text

std::size_t rows_from(float y, const View& view) {
  return static_cast<std::size_t>(std::max(0.0F, (view.height - y) / (table_row * view.text)));
}

using Columns = std::array<float, 5>;

std::array<const std::string*, 5> words_in(const SiteRow& row) {
  return {&row.line, &row.access, &row.requests, &row.each, &row.of_that};
}

// How wide the columns are. Where the words of one want more than its usual part, the width is parted as all
// of them want it.
Columns columns_for(const std::vector<SiteRow>& rows, float width, float text, float size) {
  Columns usual{0.09F, 0.23F, 0.19F, 0.27F, 0.22F}, wanted{};
  for (float& column : usual) column *= width;
  for (const SiteRow& row : rows)
    for (std::size_t n = 0; n < wanted.size(); ++n)
      wanted[n] = std::max(wanted[n], 1.03F * text_width(*words_in(row)[n], size, Face::sans) + 0.4F * text);
  bool fits = true;
  for (std::size_t n = 0; n < wanted.size(); ++n) fits = fits && wanted[n] <= usual[n];
  const float all = std::accumulate(wanted.begin(), wanted.end(), 0.0F);
  if (fits || all > width + 1.2F * text) return usual;
  for (float& column : wanted) column *= width / all;
  return wanted;
}

void draw_table(Picture& picture, float top, const Frame& frame, const Warps& warps, const View& view) {
  const float text = view.text, height = table_row * text, size = 0.82F * text;
  const SiteRow heading{"line", "access", "requests", "a request", "of that"};
  const std::vector<std::pair<std::uint32_t, SiteRow>> sites = rows_of(*frame.scenery, warps);
  std::vector<SiteRow> written{heading};
  for (const auto& [line, row] : sites) written.push_back(row);
  const Columns columns = columns_for(written, view.width, text, size);
  float y = top;
  const auto draw = [&](const SiteRow& row, Ink ink) {
    float x = 0;
    const std::array<const std::string*, 5> words = words_in(row);
    for (std::size_t n = 0; n < words.size(); ++n) {
      const float wide = columns[n];
      put(picture, {x, y, wide - 0.4F * text, height}, *words[n], size, ink, Face::sans,
          n < 2 ? Align::left : Align::right);
      x += wide;
    }
    y += height;
  };
  const std::size_t rows = rows_from(y, view);
  if (rows < 2) return;
  draw(heading, Ink::dim);
  // Where not all of them fit, those from the current line on.
  const std::size_t all = sites.size(), shown = std::min(rows - 1, all);
  const auto current =
      std::find_if(sites.begin(), sites.end(), [&](const auto& site) { return site.first == frame.line; });
  const auto from = current == sites.end() ? std::size_t{0} : static_cast<std::size_t>(current - sites.begin());
  const std::size_t first = std::min(from, all - shown);
  for (std::size_t n = first; n < first + shown; ++n) {
    const auto& [line, row] = sites[n];
    if (line == frame.line && !frame.at_begin)
      picture.shapes.push_back({{0, y, view.width, height}, Ink::now, Ink::none, 0, 0.2F * text, 0.16F, Mark::none});
    picture.hits.push_back({{0, y, view.width, height}, {.kind = Target::Kind::line, .number = line}});
    draw(row, Ink::text);
  }
}

}  // namespace

std::string access_words(const Scenery& scenery, const AccessName& name) {
  const bool stores = name.kind == Kind::global_store || name.kind == Kind::shared_store;
  return fmt::format("{} {}", stores ? "store" : "load", scenery.arrays()[name.array].name);
}

std::string cost_words(const WarpAccess& access) {
  const std::uint32_t elements = elements_of(access);
  if (elements == 0) return "no lane gets anything";
  if (access.name.is_global()) {
    const GlobalCost& cost = access.global;
    if (const std::uint32_t different = different_elements_of(access); different < elements)
      return fmt::format(
          "{} share {}: {} of 32 bytes, {} would do",
          many(static_cast<std::uint64_t>(std::count_if(access.lanes.begin(), access.lanes.end(),
                                                        [](const LaneAccess& lane) { return lane.elements > 0; })),
               "lane"),
          many(different, "element"), many(cost.sectors, "sector"), cost.ideal_sectors);
    return fmt::format("{} in {} of 32 bytes, {} would do: {:.0f} % efficient", many(elements, "element"),
                       many(cost.sectors, "sector"), cost.ideal_sectors,
                       100.0 * elements * access.name.bytes / (static_cast<double>(cost.sectors) * sector_bytes));
  }
  if (access.shared.ways <= 1) return "no conflict: every bank serves one word";
  return fmt::format("{} ways: one bank serves {} words, one after the other", access.shared.ways, access.shared.ways);
}

std::string contention_words(const WarpAtomic& atomic, const std::vector<ArrayInfo>& arrays) {
  const ArrayInfo& array = arrays[atomic.array];
  const std::string who = fmt::format("{} {}: {}", function_name(atomic.kind), array.name, many(atomic.lanes, "lane"));
  if (atomic.most <= 1) return who + ", each at a cell of its own";
  return fmt::format("{} at {}; {} want {}, one after the other", who, many(atomic.cells, "cell"), atomic.most,
                     element_name(array, atomic.wanted));
}

Picture warps_picture(const Frame& frame, const Explained& explained, const View& view) {
  const float text = view.text;
  Picture picture = view.picture();
  const std::uint32_t warp = frame.thread / warp_lanes;
  const WarpStep& step = frame.warp;
  const auto taking_part = std::count(step.takes_part.begin(), step.takes_part.end(), true);
  Flow flow(picture, {0, 0, view.width, view.height}, text);
  const std::string who =
      fmt::format("Warp {} of block {}: {} of {} lanes", warp, block_name(frame.scenery->launch(), frame.block),
                  frame.at_begin ? 0 : taking_part, step.takes_part.size());
  flow.words(first_that_fits({who + " take part", who}, 0.95F * view.width, text, Face::bold),
             {Ink::text, Face::bold, 1, 0});
  if (frame.line > 0)
    flow.words(fmt::format("{}  {}", frame.line, text_of_line(frame.scenery->kernel_text(), frame.line)),
               {Ink::text, Face::mono, 0.8F, 0});
  const std::vector<std::string> atomics = words_of_atomics(frame);
  const float exchange = exchange_height(frame, text);
  if (frame.at_begin || (step.accesses.empty() && atomics.empty() && exchange == 0))
    flow.words("They touch no memory in this step.", {Ink::dim, Face::sans, 0.9F, 0});
  for (const std::string& words : atomics) flow.words(words, {Ink::text, Face::sans, 0.9F, 0});
  float y = flow.y() + 0.3F * text;
  if (exchange > 0 && y + exchange <= view.height) {
    draw_exchange(picture, frame, y, view);
    y += exchange + 0.3F * text;
  }
  for (const std::size_t n : dearest_first(frame, view.height - y, text)) {
    const float height = access_height(frame, n, text);
    if (y + height > view.height) break;
    draw_access(picture, frame, n, y, view);
    y += height + 0.3F * text;
  }
  const Warps& warps = explained.warps;
  Flow below(picture, {0, y, view.width, view.height - y}, text);
  std::string whole = warps.blocks == warps.all_blocks
                          ? "All warps of the launch (counted)"
                          : fmt::format("All warps of {} of {} blocks (counted)", warps.blocks, warps.all_blocks);
  Picture nowhere;
  Flow title(nowhere, {0, y, view.width, view.height - y}, text);
  title.words(whole, {Ink::text, Face::bold, 0.95F, 0});
  const std::size_t rows = rows_from(title.y(), view), all = warps.sites.size() + warps.atomics.size();
  if (rows > 0 && rows - 1 < all) {
    const std::string more = fmt::format("; {} more need height", all - (rows - 1));
    whole = first_that_fits({whole + more, "All warps (counted)" + more}, 0.95F * view.width, 0.95F * text, Face::bold);
  }
  if (below.left() > 4.5F && below.words(whole, {Ink::text, Face::bold, 0.95F, 0}))
    draw_table(picture, below.y(), frame, warps, view);
  return picture;
}

void dump_warps(const Explainable& of, Json& state) {
  const Frame& frame = of.frame;
  const WarpStep& step = frame.warp;
  Json accesses = Json::array();
  for (const WarpAccess& access : step.accesses)
    accesses.push_back({{"array", of.trace.arrays()[access.name.array].name},
                        {"sectors", access.global.sectors},
                        {"lines", access.global.lines},
                        {"ideal_sectors", access.global.ideal_sectors},
                        {"ways", access.shared.ways},
                        {"says", cost_words(access)}});
  Json atomics = Json::array();
  for (const WarpAtomic& atomic : step.atomics)
    atomics.push_back({{"array", of.trace.arrays()[atomic.array].name},
                       {"function", function_name(atomic.kind)},
                       {"lanes", atomic.lanes},
                       {"cells", atomic.cells},
                       {"most_lanes_at_one_cell", atomic.most},
                       {"says", contention_words(atomic, of.trace.arrays())}});
  state["warp"] = {
      {"number", frame.thread / warp_lanes}, {"line", step.line}, {"accesses", accesses}, {"atomics", atomics}};
}

std::string warps_line(const Explainable& of) {
  const Frame& frame = of.frame;
  const WarpStep& step = frame.warp;
  if (!frame.at_begin && step.accesses.empty() && !step.atomics.empty())
    return fmt::format("{}: {}, line {}", contention_words(step.atomics.front(), of.trace.arrays()),
                       of.trace.launch().kernel, frame.line);
  if (frame.at_begin || step.accesses.empty()) return "";
  const WarpAccess& access = step.accesses.front();
  return fmt::format("{} by a warp: {}: {}, line {}", of.trace.arrays()[access.name.array].name, cost_words(access),
                     of.trace.launch().kernel, frame.line);
}

WarpLinks warps_links(const Replay& replay, const Explainable& of) {
  const Target& target = of.hovered;
  if (target.kind == Target::Kind::thread) return links_of_lane(replay, of.frame, target.number);
  if (target.kind == Target::Kind::bank) return links_of_bank(of.frame, target.array, target.number);
  return {};
}

}  // namespace tilescope
