#include "app/explain/warps_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "app/explain/finding_words.h"
#include "app/explain/flow.h"
#include "app/stage/corner.h"
#include "app/stage/text.h"
#include "app/stage/words.h"

namespace tilescope {

namespace {

std::string access_words(const Scenery& scenery, const AccessName& name) {
  const bool stores = name.kind == Kind::global_store || name.kind == Kind::shared_store;
  return fmt::format("{} {}", stores ? "store" : "load", scenery.arrays()[name.array].name);
}

std::uint32_t elements_of(const WarpAccess& access) {
  std::uint32_t sum = 0;
  for (const LaneAccess& lane : access.lanes) sum += lane.elements;
  return sum;
}

std::string many(std::uint64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// Lanes above, what they meet in below, and a line from each lane to its place.
class AccessPicture {
 public:
  AccessPicture(Picture& picture, const Frame& frame, const View& view)
      : picture_(picture), frame_(frame), step_(frame.warp), view_(view), text_(view.text) {
    left_ = 4.4F * text_;
    width_ = view.width - left_;
  }

  static float height(float text) { return 9.2F * text; }

  // `number`: the how-manieth access of the step it is.
  void draw(const WarpAccess& access, std::size_t number, float y) {
    number_ = static_cast<std::uint8_t>(number);
    const bool is_global = access.name.is_global();
    const Ink ink = ink_of(*frame_.scenery, access.name.array);
    put(picture_, {0, y, view_.width, 1.4F * text_}, access_words(*frame_.scenery, access.name), text_, ink,
        Face::bold);
    put_first(picture_, {0, y + 1.4F * text_, view_.width, 1.2F * text_},
              {cost_words(access), short_cost_words(access)}, 0.82F * text_, Ink::dim);
    find_places(access);
    const Box lanes{left_, y + 3.6F * text_, width_, 1.2F * text_};
    const Box places{left_, lanes.bottom() + 2 * text_, width_, 1.2F * text_};
    name("lanes", lanes);
    name(is_global ? "sectors" : "banks", places);
    numbers(lanes.y - text_, warp_lanes, lanes);
    draw_lanes(access, ink, lanes);
    draw_places(access, ink, places);
    draw_links(access, ink, lanes, places);
  }

 private:
  static std::string short_cost_words(const WarpAccess& access) {
    if (!access.name.is_global()) return fmt::format("{} ways", access.shared.ways);
    const GlobalCost& cost = access.global;
    return fmt::format("{} of 32 bytes, {} would do", many(cost.sectors, "sector"), cost.ideal_sectors);
  }

  void name(const char* words, const Box& row) {
    put(picture_, {0, row.y, left_ - 0.4F * text_, row.h}, words, 0.82F * text_, Ink::dim);
  }

  void numbers(float y, std::uint32_t count, const Box& row) {
    const float cell = row.w / static_cast<float>(count);
    for (std::uint32_t n = 0; n < count; n += 8)
      put(picture_, {row.x + cell * static_cast<float>(n), y, 4 * cell, 0.95F * text_}, std::to_string(n), 0.8F * text_,
          Ink::faint);
  }

  // Sectors that are met, in order; of shared memory all banks.
  void find_places(const WarpAccess& access) {
    places_.clear();
    if (!access.name.is_global()) {
      for (std::uint32_t bank = 0; bank < bank_count; ++bank) places_.push_back(bank);
      return;
    }
    for (const LaneAccess& lane : access.lanes)
      if (lane.elements > 0) places_.push_back(lane.place);
    std::sort(places_.begin(), places_.end());
    places_.erase(std::unique(places_.begin(), places_.end()), places_.end());
  }
  [[nodiscard]] std::uint32_t column_of(std::uint32_t place) const {
    return static_cast<std::uint32_t>(std::lower_bound(places_.begin(), places_.end(), place) - places_.begin());
  }
  // Pointed at: the lane itself, or a bank that it meets others in; or else selected.
  [[nodiscard]] bool is_chosen(const WarpAccess& access, std::uint32_t lane) const {
    const Target thread{.kind = Target::Kind::thread, .number = step_.first_thread + lane};
    if (view_.hovered.kind == Target::Kind::bank)
      return access.lanes[lane].elements > 0 && view_.hovered == bank(access.lanes[lane].place);
    return view_.hovered == thread || step_.first_thread + lane == frame_.thread;
  }
  [[nodiscard]] Target bank(std::uint32_t place) const {
    return {.kind = Target::Kind::bank, .array = number_, .number = place};
  }
  // A place is framed where it is pointed at, and where a lane is pointed at that meets it.
  [[nodiscard]] bool is_place_lit(const WarpAccess& access, std::uint32_t place) const {
    if (view_.hovered.kind == Target::Kind::bank) return view_.hovered == bank(place);
    if (view_.hovered.kind != Target::Kind::thread || view_.hovered.number < step_.first_thread) return false;
    const std::uint32_t lane = view_.hovered.number - step_.first_thread;
    return lane < access.lanes.size() && access.lanes[lane].elements > 0 && access.lanes[lane].place == place;
  }

  void draw_lanes(const WarpAccess& access, Ink ink, Box box) {
    const auto count = static_cast<std::uint32_t>(access.lanes.size());
    box.w *= static_cast<float>(count) / static_cast<float>(warp_lanes);
    Grid grid = grid_in(box, 1, count, "lanes", Ink::rule);
    grid.first = {.kind = Target::Kind::thread, .number = step_.first_thread};
    for (std::uint32_t lane = 0; lane < count; ++lane) {
      const LaneAccess& own = access.lanes[lane];
      Cell cell{ink, Mark::none, static_cast<std::uint8_t>(own.elements > 0 ? 170 : 0), is_chosen(access, lane), false};
      if (own.stray)
        cell = {Ink::bad, Mark::cross, 120, is_chosen(access, lane), false};
      else if (!own.active)
        cell.mark = Mark::dot;
      grid.cells.push_back(cell);
    }
    picture_.grids.push_back(std::move(grid));
  }

  void draw_places(const WarpAccess& access, Ink ink, const Box& box) {
    if (places_.empty()) return;
    const auto count = static_cast<std::uint32_t>(places_.size());
    Grid grid = grid_in(box, 1, count, access.name.is_global() ? "sectors" : "banks", Ink::rule);
    grid.cells.resize(count, Cell{ink, Mark::none, 0, false, false});
    std::vector<std::uint32_t> turns(count);
    for (const LaneAccess& lane : access.lanes)
      if (lane.elements > 0) turns[column_of(lane.place)] = std::max(turns[column_of(lane.place)], lane.turn + 1);
    for (std::uint32_t n = 0; n < count; ++n) {
      const bool conflict = !access.name.is_global() && turns[n] > 1;
      if (turns[n] > 0) grid.cells[n].strength = 170;
      if (conflict) grid.cells[n] = {Ink::bad, Mark::cross, 200, false, false};
      grid.cells[n].lit = is_place_lit(access, places_[n]);
      picture_.hits.push_back({grid.cell_box(0, n), bank(places_[n])});
    }
    const float side = box.w / static_cast<float>(count);
    if (access.name.is_global() && side >= 2.4F * text_)
      for (std::uint32_t n = 0; n < count; ++n)
        put(picture_, grid.cell_box(0, n).inset(1), std::to_string(places_[n]), 0.8F * text_, Ink::on_ink, Face::sans,
            Align::center);
    if (!access.name.is_global()) numbers(box.bottom() + 0.1F * text_, bank_count, box);
    picture_.grids.push_back(std::move(grid));
  }

  void draw_links(const WarpAccess& access, Ink ink, const Box& lanes, const Box& places) {
    const float lane_width = lanes.w / static_cast<float>(warp_lanes);
    const float place_width = places.w / static_cast<float>(std::max<std::size_t>(1, places_.size()));
    for (const bool chosen : {false, true})  // the chosen ones on top
      for (std::uint32_t lane = 0; lane < access.lanes.size(); ++lane) {
        if (access.lanes[lane].elements == 0 || is_chosen(access, lane) != chosen) continue;
        const float from = lanes.x + lane_width * (static_cast<float>(lane) + 0.5F);
        const float to = places.x + place_width * (static_cast<float>(column_of(access.lanes[lane].place)) + 0.5F);
        picture_.lines.push_back(
            {{from, lanes.bottom()}, {to, places.y}, chosen ? Ink::now : ink, chosen ? 2.0F : 1.0F, false, false});
      }
  }

  Picture& picture_;
  const Frame& frame_;
  const WarpStep& step_;
  const View& view_;
  float text_, left_ = 0, width_ = 0;
  std::uint8_t number_ = 0;
  std::vector<std::uint32_t> places_;
};

struct SiteRow {
  std::string line, access, requests, each, efficient;
};

SiteRow row_of(const Scenery& scenery, const AccessSite& site) {
  SiteRow row{std::to_string(site.line), access_words(scenery, site.name), short_count(site.requests, 7), "", ""};
  if (site.name.is_global()) {
    row.each = fmt::format("{:.1f} sectors", site.average_sectors());
    row.efficient = fmt::format("{:.0f} %", 100 * site.efficiency());
  } else {
    row.each = fmt::format("{:.1f} ways", site.average_ways());
    row.efficient = fmt::format("worst {}", site.worst_ways);
  }
  return row;
}

SiteRow row_of(const Scenery& scenery, const AtomicSite& site) {
  return {std::to_string(site.line), fmt::format("{} {}", function_name(site.kind), scenery.arrays()[site.array].name),
          short_count(site.requests, 7), fmt::format("{:.1f} rounds", site.average_rounds()),
          fmt::format("worst {}", site.worst)};
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

void draw_table(Picture& picture, float top, const Frame& frame, const Warps& warps, const View& view) {
  const float text = view.text, height = table_row * text, size = 0.82F * text;
  constexpr std::array<float, 5> share{0.1F, 0.24F, 0.2F, 0.26F, 0.2F};
  float y = top;
  const auto draw = [&](const SiteRow& row, Ink ink) {
    float x = 0;
    const std::array<const std::string*, 5> words{&row.line, &row.access, &row.requests, &row.each, &row.efficient};
    for (std::size_t n = 0; n < words.size(); ++n) {
      const float wide = share[n] * view.width;
      put(picture, {x, y, wide - 0.4F * text, height}, *words[n], size, ink, Face::sans,
          n < 2 ? Align::left : Align::right);
      x += wide;
    }
    y += height;
  };
  const std::size_t rows = rows_from(y, view);
  if (rows < 2) return;
  draw({"line", "access", "requests", "a request", "efficient"}, Ink::dim);
  // Where not all of them fit, those from the current line on.
  const std::vector<std::pair<std::uint32_t, SiteRow>> sites = rows_of(*frame.scenery, warps);
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

std::string cost_words(const WarpAccess& access) {
  const std::uint32_t elements = elements_of(access);
  if (elements == 0) return "no lane gets anything";
  if (access.name.is_global()) {
    const GlobalCost& cost = access.global;
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
  if (frame.at_begin || (step.accesses.empty() && atomics.empty()))
    flow.words("They touch no memory in this step.", {Ink::dim, Face::sans, 0.9F, 0});
  for (const std::string& words : atomics) flow.words(words, {Ink::text, Face::sans, 0.9F, 0});
  float y = flow.y() + 0.3F * text;
  AccessPicture drawing(picture, frame, view);
  for (std::size_t n = 0; n < step.accesses.size() && !frame.at_begin; ++n) {
    if (y + AccessPicture::height(text) > view.height) break;
    drawing.draw(step.accesses[n], n, y);
    y += AccessPicture::height(text) + 0.3F * text;
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
