#include "app/explain/warps_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "app/explain/access_picture.h"
#include "app/explain/atomic_picture.h"
#include "app/explain/finding_words.h"
#include "app/explain/shuffle_picture.h"
#include "app/explain/warp_words.h"
#include "app/stage/flow.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"
#include "app/stage/words.h"

namespace tilescope {

namespace {

// The total height of all accesses.
float accesses_height(const Frame& frame, float text, float links) {
  float height = 0;
  for (std::size_t n = 0; n < frame.warp.accesses.size(); ++n)
    height += access_height(frame, n, text, links) + 0.3F * text;
  return height;
}

// Shorter links, if they let all accesses fit.
float links_for(const Frame& frame, float room, float text) {
  if (accesses_height(frame, text, usual_links) <= room || accesses_height(frame, text, least_links) > room)
    return usual_links;
  const float over = accesses_height(frame, text, usual_links) - room;
  return usual_links - over / text / static_cast<float>(frame.warp.accesses.size());
}

// In source order if all accesses fit; otherwise the most wasteful first.
std::vector<std::size_t> dearest_first(const Frame& frame, float room, float text, float links) {
  const std::vector<WarpAccess>& accesses = frame.warp.accesses;
  std::vector<std::size_t> all(frame.at_begin ? 0 : accesses.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (accesses_height(frame, text, links) <= room + 0.5F) return all;
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

// "2", "2.5".
std::string number_words(double number) {
  const std::string words = fmt::format("{:.1f}", number);
  return words.ends_with(".0") ? words.substr(0, words.size() - 2) : words;
}

// "1 sector", "2.5 sectors".
std::string average_words(double average, const char* what) {
  const std::string number = number_words(average);
  return fmt::format("{} {}{}", number, what, number == "1" ? "" : "s");
}

SiteRow row_of(const Scenery& scenery, const AccessSite& site) {
  SiteRow row{std::to_string(site.line), access_words(scenery, site.name), short_count(site.requests, 7), "", ""};
  if (scenery.arrays()[site.name.array].is_constant) {
    row.each = "constant";
  } else if (site.name.is_global()) {
    row.each = average_words(site.average_sectors(), "sector");
    row.of_that = site.efficiency() > 1 ? "shared" : percent_words(site.efficiency()) + " used";
  } else if (site.worst_ways <= 1) {
    row.each = "no conflict";
  } else {
    row.each = number_words(site.average_ways()) + "-way conflict";
    row.of_that = fmt::format("at most {}-way", site.worst_ways);
  }
  return row;
}

SiteRow row_of(const Scenery& scenery, const AtomicSite& site) {
  return {std::to_string(site.line), fmt::format("{} {}", function_name(site.kind), scenery.arrays()[site.array].name),
          short_count(site.requests, 7), average_words(site.average_rounds(), "round"),
          fmt::format("at most {}", site.worst)};
}

// The rows of all accesses and atomics, by line.
std::vector<std::pair<std::uint32_t, SiteRow>> rows_of(const Scenery& scenery, const Warps& warps) {
  std::vector<std::pair<std::uint32_t, SiteRow>> rows;
  for (const AccessSite& site : warps.sites) rows.emplace_back(site.line, row_of(scenery, site));
  for (const AtomicSite& site : warps.atomics) rows.emplace_back(site.line, row_of(scenery, site));
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return rows;
}

constexpr float table_row = 1.35F, key_row = 1.5F;  // in units of the text size

// The meaning of the marks in the pictures above: only of drawn marks, and as many as fit.
class MarksKey {
 public:
  MarksKey(Picture& picture, const Frame& frame, float y, const View& view)
      : picture_(picture), frame_(frame), view_(view), y_(y), text_(view.text) {}

  void draw() {
    cell({Ink::none, Mark::none, 0, true, false}, thread_name(frame_.scenery->launch(), frame_.thread));
    if (cell_in("", [](const Cell& one) { return one.mark == Mark::dot; }))
      cell({Ink::work, Mark::dot, 0, false, false}, "takes no part");
    if (const auto waits = cell_in("banks", [](const Cell& one) { return one.ink == Ink::bad; }))
      cell({waits->ink, waits->mark, waits->strength, false, false}, "waits");
    if (const auto dim = cell_in("memory", [](const Cell& one) { return one.strength == comes_along; }))
      cell({dim->ink, Mark::none, dim->strength, false, false}, "unused");
    const auto& accesses = frame_.warp.accesses;
    const auto moves_sectors = [&](const WarpAccess& one) {
      return one.global.sectors > 0 && !frame_.scenery->arrays()[one.name.array].is_constant;
    };
    const auto moves = std::find_if(accesses.begin(), accesses.end(), moves_sectors);
    if (moves != accesses.end()) {
      std::string used = used_words(*moves, frame_.scenery->arrays());
      for (const WarpAccess& one : accesses)  // only if it is the same for all accesses
        if (moves_sectors(one) && used_words(one, frame_.scenery->arrays()) != used) used.clear();
      const Ink ink = ink_of(*frame_.scenery, moves->name.array);
      if (used.empty() || !bar("a sector: " + used, ink)) bar("a sector", ink);
    }
  }

 private:
  [[nodiscard]] float side() const { return 1.1F * text_; }

  // The first such cell in grids with that name, or in any grid if the name is empty.
  template <class IsSo>
  [[nodiscard]] std::optional<Cell> cell_in(std::string_view name, const IsSo& is_so) const {
    for (const Grid& grid : picture_.grids)
      if (name.empty() || grid.name == name)
        if (const auto found = std::find_if(grid.cells.begin(), grid.cells.end(), is_so); found != grid.cells.end())
          return *found;
    return std::nullopt;
  }

  void cell(const Cell& cell, const std::string& words) {
    const Box box{x_, y_ + (key_row * text_ - side()) / 2, side(), side()};
    if (!say(words, side())) return;
    picture_.grids.push_back(grid_in(box, 1, 1, "key " + words, Ink::rule));
    picture_.grids.back().cells = {cell};
  }
  bool bar(const std::string& words, Ink ink) {
    const Box box{x_, y_ + (key_row - 0.22F) / 2 * text_, 1.6F * text_, 0.22F * text_};
    if (!say(words, box.w)) return false;
    picture_.shapes.push_back({box, ink, Ink::none, 0, 0, 1, Mark::none});
    return true;
  }
  bool say(const std::string& words, float behind) {
    const float size = 0.82F * text_, x = x_ + behind + 0.4F * text_,
                wide = 1.04F * text_width(words, size, Face::sans);
    if (x + wide > view_.width) return false;
    put(picture_, {x, y_, wide, key_row * text_}, words, size, Ink::dim);
    x_ = x + wide + 1.1F * text_;
    return true;
  }

  Picture& picture_;
  const Frame& frame_;
  const View& view_;
  float x_ = 0, y_, text_;
};

std::size_t rows_from(float y, const View& view) {
  return static_cast<std::size_t>(std::max(0.0F, (view.height - y) / (table_row * view.text)));
}

using Columns = std::array<float, 5>;

std::array<const std::string*, 5> words_in(const SiteRow& row) {
  return {&row.line, &row.access, &row.requests, &row.each, &row.of_that};
}

// The widths of the columns. If a column needs more than its usual share, the width is divided by need.
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

// If not all rows fit, a class sees the rows of the current line, if there are any.
std::vector<std::pair<std::uint32_t, SiteRow>> shown_rows(const Frame& frame, const Warps& warps, std::size_t room,
                                                          const View& view) {
  std::vector<std::pair<std::uint32_t, SiteRow>> rows = rows_of(*frame.scenery, warps);
  if (!view.is_for_a_class() || rows.size() <= room) return rows;
  std::vector<std::pair<std::uint32_t, SiteRow>> own;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(own),
               [&](const auto& row) { return row.first == frame.line; });
  return own.empty() ? rows : own;
}

void draw_table(Picture& picture, float top, const Frame& frame, const Warps& warps, const View& view) {
  const float text = view.text, height = table_row * text, size = 0.82F * text;
  const SiteRow heading{"line", "access", "requests", "per request", ""};
  const std::size_t rows = rows_from(top, view);
  if (rows < 2) return;
  const auto sites = shown_rows(frame, warps, rows - 1, view);
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
  draw(heading, Ink::dim);
  // If not all rows fit, those from the current line on.
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

// The title of the table in words that fit; for a class it explains what a request is.
std::string table_words(const Frame& frame, const Warps& warps, std::size_t rows, const View& view) {
  const std::size_t all = warps.sites.size() + warps.atomics.size(),
                    shown = shown_rows(frame, warps, rows, view).size();
  const auto fits = [&](std::initializer_list<std::string> wordings) {
    return first_that_fits(wordings, 0.95F * view.width, 0.95F * view.text, Face::bold);
  };
  if (view.is_for_a_class())
    return shown < all ? fits({fmt::format("Line {}, all warps (request: a warp's access)", frame.line),
                               fmt::format("Line {}, all warps (counted)", frame.line)})
                       : fits({"All warps, counted (request: a warp's access)", "All warps of the launch (counted)"});
  const std::string whole = warps.blocks == warps.all_blocks
                                ? "All warps of the launch (counted)"
                                : fmt::format("All warps of {} of {} blocks (counted)", warps.blocks, warps.all_blocks);
  if (rows == 0 || rows >= all) return whole;
  const std::string more = fmt::format("; {} more row{}", all - rows, all - rows == 1 ? "" : "s");
  return fits({whole + more + ": enlarge the window", "All warps (counted)" + more + ": enlarge the window",
               whole + more, "All warps (counted)" + more});
}

void draw_all_warps(Picture& picture, float y, const Frame& frame, const Warps& warps, const View& view) {
  Picture nowhere;
  const Box room{0, y, view.width, view.height - y};
  Flow title(nowhere, room, view.text), below(picture, room, view.text);
  const Wording bold{Ink::text, Face::bold, 0.95F, 0};
  title.words("All warps", bold);
  const std::size_t rows = rows_from(title.y(), view);
  // The table would give away the answer.
  if (view.is_guessing || (view.is_for_a_class() && frame.at_begin)) return;
  // A class would not notice that rows are missing.
  if (view.is_for_a_class() && shown_rows(frame, warps, rows, view).size() + 1 > rows) return;
  below.words(table_words(frame, warps, rows == 0 ? 0 : rows - 1, view), bold);
  draw_table(picture, below.y(), frame, warps, view);
}

}  // namespace

Picture warps_picture(const Frame& frame, const Explained& explained, const View& view) {
  const float text = view.text;
  Picture picture = view.picture();
  const std::uint32_t warp = frame.thread / warp_lanes;
  const WarpStep& step = frame.warp;
  const auto taking_part = std::count(step.takes_part.begin(), step.takes_part.end(), true);
  Flow flow(picture, {0, 0, view.width, view.height}, text);
  const std::string block = block_name(frame.scenery->launch(), frame.block);
  const std::string lanes = fmt::format("{} of {} lanes", frame.at_begin ? 0 : taking_part, step.takes_part.size());
  const std::string who = fmt::format("Warp {} of block {}: {}", warp, block, lanes);
  const std::string brief = fmt::format("Warp {}, block {}: {}", warp, block, lanes);
  flow.words(first_that_fits({who + " take part", brief + " take part", brief}, 0.95F * view.width, text, Face::bold),
             {Ink::text, Face::bold, 1, 0});
  if (frame.line > 0)
    flow.words(fmt::format("{}  {}", frame.line, text_of_line(frame.scenery->kernel_text(), frame.line)),
               {Ink::text, Face::mono, 0.8F, 0});
  const std::size_t atomics = frame.at_begin ? 0 : step.atomics.size();
  const float shuffle = shuffle_height(frame, text);
  if (frame.at_begin || (step.accesses.empty() && atomics == 0 && shuffle == 0))
    flow.words(frame.at_begin ? "Nothing has happened yet." : "No memory access in this step.",
               {Ink::dim, Face::sans, 0.9F, 0});
  float y = flow.y() + 0.3F * text;
  if (frame.at_begin) y += draw_lanes_alone(picture, frame, y, view) + 0.3F * text;
  const float begin = y;
  if (shuffle > 0 && y + shuffle <= view.height) {
    draw_shuffle(picture, frame, y, view);
    y += shuffle + 0.3F * text;
  }
  const float bottom = view.height - key_row * text;
  for (std::size_t n = 0; n < atomics && y + atomic_height(text) <= bottom; ++n) {
    draw_atomic(picture, frame, n, y, view);
    y += atomic_height(text) + 0.3F * text;
  }
  const float links = links_for(frame, bottom - y, text);
  for (const std::size_t n : dearest_first(frame, bottom - y, text, links)) {
    const float height = access_height(frame, n, text, links);
    if (y + height > bottom + 0.5F) break;
    draw_access(picture, frame, n, y, links, view);
    y += height + 0.3F * text;
  }
  if (y > begin && y <= bottom + 0.3F * text) {  // pictures end above this height
    y = std::min(y, bottom);
    MarksKey(picture, frame, y, view).draw();
    y += (key_row + 0.2F) * text;
  }
  draw_all_warps(picture, y, frame, explained.warps, view);
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
                        {"says", cost_words(access, of.trace.arrays())}});
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
  return fmt::format("{} by a warp: {}: {}, line {}", of.trace.arrays()[access.name.array].name,
                     cost_words(access, of.trace.arrays()), of.trace.launch().kernel, frame.line);
}

WarpLinks warps_links(const Replay& replay, const Explainable& of) {
  const Target& target = of.hovered;
  if (target.kind == Target::Kind::thread) return links_of_lane(replay, of.frame, target.number);
  if (target.kind == Target::Kind::bank) return links_of_bank(of.frame, target.array, target.number);
  return {};
}

}  // namespace tilescope
