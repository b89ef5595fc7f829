#include "app/explain/access_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "app/explain/warp_picture.h"
#include "app/explain/warp_words.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"
#include "app/stage/words.h"

namespace tilescope {

namespace {

constexpr std::uint32_t line_bytes = 128;
// In units of the text size.
constexpr float strip_height = 1.2F, least_links = 0.8F, most_links = 2.4F, least_banks = 5, most_banks = 8,
                bar_room = 0.4F;  // for the bar below a sector

// The words of shared memory that a lane accesses, counted from the array's beginning.
struct Words {
  std::uint32_t first = 0, end = 0;
};
Words words_of(const std::vector<ArrayInfo>& arrays, const WarpAccess& access, const LaneAccess& lane) {
  const std::uint32_t begin = lane.index * arrays[access.name.array].element_bytes;
  const std::uint32_t first = first_shared_word(arrays, access.name.array);
  return {first + begin / word_bytes, first + (begin + lane.elements * access.name.bytes - 1) / word_bytes + 1};
}

// In order and without duplicates.
std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> all) {
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

// The rows of 32 words that an access to shared memory touches.
std::vector<std::uint32_t> rows_of(const std::vector<ArrayInfo>& arrays, const WarpAccess& access) {
  std::vector<std::uint32_t> rows;
  for (const LaneAccess& lane : access.lanes) {
    if (lane.elements == 0) continue;
    const Words words = words_of(arrays, access, lane);
    for (std::uint32_t word = words.first; word < words.end; ++word) rows.push_back(word / bank_count);
  }
  return sorted(std::move(rows));
}

std::string short_cost_words(const WarpAccess& access, const ArrayInfo& array) {
  if (array.is_constant) return "constant memory";
  if (!access.name.is_global())
    return access.shared.ways <= 1 ? "no bank conflict" : fmt::format("{}-way bank conflict", access.shared.ways);
  const GlobalCost& cost = access.global;
  return fmt::format("{} sector{} of 32 bytes (minimum {})", cost.sectors, cost.sectors == 1 ? "" : "s",
                     cost.ideal_sectors);
}

class AccessPicture : public WarpPicture {
 public:
  AccessPicture(const Frame& frame, std::size_t number, float ease, const View& view)
      : WarpPicture(frame, view, ease),
        step_(frame.warp),
        access_(frame.warp.accesses[number]),
        array_(frame.scenery->arrays()[access_.name.array]),
        number_(static_cast<std::uint8_t>(number)),
        width_(view.width - left_),
        ink_(ink_of(*frame.scenery, access_.name.array)) {}

  Picture draw() {
    const std::string cost = cost_words(access_, frame_.scenery->arrays()), brief = short_cost_words(access_, array_);
    const std::string own = has_twin() ? wish_of_thread() : "";
    head(access_words(*frame_.scenery, access_.name), ink_, {own + cost, own + brief, brief});
    numbers(lane_count());
    lanes_ = lanes("lanes", [&](std::uint32_t lane) { return cell_of(access_.lanes[lane], is_linked(lane)); });
    flow_.space(between(least_links, most_links));
    access_.name.is_global() ? draw_strip() : draw_banks();
    return std::move(picture_);
  }

 private:
  // Whether another access of the same line has the same name.
  [[nodiscard]] bool has_twin() const {
    const std::string own = access_words(*frame_.scenery, access_.name);
    return std::any_of(step_.accesses.begin(), step_.accesses.end(), [&](const WarpAccess& other) {
      return &other != &access_ && access_words(*frame_.scenery, other.name) == own;
    });
  }
  // The words that tell such accesses apart, "t(0,0): sums[1]; ": about the selected thread, or else the first thread
  // that takes part.
  [[nodiscard]] std::string wish_of_thread() const {
    const auto wants = [](const LaneAccess& lane) { return lane.elements > 0 && !lane.stray; };
    std::size_t lane = frame_.thread - step_.first_thread;
    if (frame_.thread < step_.first_thread || lane >= access_.lanes.size() || !wants(access_.lanes[lane]))
      lane = static_cast<std::size_t>(std::find_if(access_.lanes.begin(), access_.lanes.end(), wants) -
                                      access_.lanes.begin());
    if (lane == access_.lanes.size()) return "";
    return fmt::format("{}: {}; ",
                       thread_name(frame_.scenery->launch(), step_.first_thread + static_cast<std::uint32_t>(lane)),
                       element_name(array_, access_.lanes[lane].index));
  }

  // Whether the lane is the selected thread or under the pointer, or uses the bank, sector or element under the
  // pointer.
  [[nodiscard]] bool is_linked(std::uint32_t lane) const {
    if (view_.hovered.kind == Target::Kind::bank)
      return access_.lanes[lane].elements > 0 && view_.hovered == place(access_.lanes[lane].place);
    if (view_.hovered.kind == Target::Kind::element && view_.hovered.array == access_.name.array) {
      const LaneAccess& of = access_.lanes[lane];
      if (view_.hovered.number >= of.index && view_.hovered.number - of.index < of.elements) return true;
    }
    return is_chosen(lane);
  }
  // The target of a bank or a sector.
  [[nodiscard]] Target place(std::uint32_t number) const {
    return {.kind = Target::Kind::bank, .array = number_, .number = number};
  }

  [[nodiscard]] Cell cell_of(const LaneAccess& lane, bool is_lit) const {
    if (lane.stray) return {Ink::bad, Mark::cross, 120, is_lit, false};
    return {ink_, lane.active ? Mark::none : Mark::dot, static_cast<std::uint8_t>(lane.elements > 0 ? 170 : 0), is_lit,
            false};
  }

  // Links each lane that loads or stores to its place in memory, the chosen lanes on top.
  template <class Where>
  void draw_links(const Where& where) {
    for (const bool chosen : {false, true})
      for (std::uint32_t lane = 0; lane < access_.lanes.size(); ++lane) {
        if (access_.lanes[lane].elements == 0 || is_linked(lane) != chosen) continue;
        picture_.lines.push_back({{middle_of(lane), lanes_.bottom()},
                                  where(access_.lanes[lane]),
                                  chosen ? Ink::now : ink_,
                                  chosen ? 2.0F : 1.0F,
                                  false,
                                  false});
      }
  }

  // The touched cache lines side by side, with a gap where untouched ones are left out. Used elements are bright,
  // unused elements of the same sectors dim. If the lines are too narrow for that, only the touched sectors are drawn.
  void draw_strip() {
    const std::uint32_t step = array_.element_bytes;
    Strip strip = strip_of(line_bytes);
    if (strip.pieces.empty()) return;
    const bool has_sectors = !shows_elements(strip.wide) && !uses_whole_sectors();
    if (has_sectors) strip = strip_of(sector_bytes);
    const auto& [unit, lines, gap, wide] = strip;
    const float y = row("memory", strip_height).y;
    std::vector<Box> boxes;
    float x = left_;
    for (std::size_t n = 0; n < lines.size(); ++n) {
      if (n > 0) x += wide + (lines[n] == lines[n - 1] + 1 ? gap / 3 : gap);
      boxes.push_back({x, y, wide, strip_height * text_});
      has_sectors ? draw_sector(lines[n], boxes.back()) : draw_line(lines[n], boxes.back());
      if (n + 1 < lines.size() && lines[n + 1] != lines[n] + 1 && gap >= 0.6F * text_)
        picture_.lines.push_back({{x + wide + 0.15F * gap, y + 0.5F * strip_height * text_},
                                  {x + wide + 0.85F * gap, y + 0.5F * strip_height * text_},
                                  Ink::dim,
                                  1.5F,
                                  true,
                                  false});
    }
    draw_links([&](const LaneAccess& lane) {
      const std::uint32_t byte = lane.index * step, bytes = strip.unit;
      const auto at = std::lower_bound(strip.pieces.begin(), strip.pieces.end(), byte / bytes);
      const Box& box = boxes[static_cast<std::size_t>(at - strip.pieces.begin())];
      const float middle = static_cast<float>(byte % bytes) + 0.5F * static_cast<float>(bytes_of(lane));
      return Point{box.x + box.w * std::min(1.0F, middle / static_cast<float>(bytes)), box.y};
    });
    name_lines(lines, unit, boxes);
  }

  // Touched pieces of memory side by side, each of `unit` bytes and drawn `wide` pixels wide.
  struct Strip {
    std::uint32_t unit = 0;
    std::vector<std::uint32_t> pieces;
    float gap = 0, wide = 0;
  };
  [[nodiscard]] Strip strip_of(std::uint32_t unit) const {
    Strip strip{unit, met(unit)};
    const auto count = static_cast<float>(std::max<std::size_t>(1, strip.pieces.size()));
    strip.gap = std::min(0.9F * text_, 0.25F * width_ / count);
    float gaps = 0;
    for (std::size_t n = 1; n < strip.pieces.size(); ++n)
      gaps += strip.pieces[n] == strip.pieces[n - 1] + 1 ? strip.gap / 3 : strip.gap;
    strip.wide = (width_ - gaps) / count;
    return strip;
  }

  // The numbers of the touched pieces, each of `unit` bytes.
  [[nodiscard]] std::vector<std::uint32_t> met(std::uint32_t unit) const {
    const std::uint32_t step = array_.element_bytes;
    std::vector<std::uint32_t> units;
    for (const LaneAccess& lane : access_.lanes)
      for (std::uint32_t n = 0; n < bytes_of(lane); n += step) units.push_back((lane.index * step + n) / unit);
    return sorted(std::move(units));
  }

  // Whether elements are visible in a line of this width.
  [[nodiscard]] bool shows_elements(float width) const {
    constexpr float least = 2.2F;
    return array_.element_bytes <= sector_bytes &&
           width * static_cast<float>(array_.element_bytes) / line_bytes >= least;
  }

  // Whether every moved element is used.
  [[nodiscard]] bool uses_whole_sectors() const {
    if (array_.is_constant) return true;  // constants move no sectors
    std::vector<std::uint32_t> bytes;
    for (const LaneAccess& lane : access_.lanes)
      for (std::uint32_t n = 0; n < bytes_of(lane); ++n) bytes.push_back(lane.index * array_.element_bytes + n);
    return sorted(std::move(bytes)).size() == met(sector_bytes).size() * sector_bytes;
  }

  [[nodiscard]] std::uint32_t bytes_of(const LaneAccess& lane) const { return lane.elements * access_.name.bytes; }

  // Below each line, or as many as fit, the name of its first element.
  void name_lines(const std::vector<std::uint32_t>& lines, std::uint32_t unit, const std::vector<Box>& boxes) {
    flow_.space(0.4F);
    const float y = flow_.row(0.9F).y;
    float free = left_;
    for (std::size_t n = 0; n < lines.size(); ++n) {
      const std::string words = element_name(array_, lines[n] * unit / array_.element_bytes);
      const float wide = 1.08F * text_width(words, 0.8F * text_, Face::mono);
      const float x = std::min(boxes[n].x, left_ + width_ - wide);
      if (x < free) continue;
      put(picture_, {x, y, wide + 1, 0.9F * text_}, words, 0.8F * text_, Ink::dim, Face::mono);
      free = x + wide + 0.6F * text_;
    }
  }

  void draw_line(std::uint32_t line, const Box& box) {
    const std::uint32_t step = array_.element_bytes, sectors = line_bytes / sector_bytes;
    const bool has_elements = shows_elements(box.w);
    const std::uint32_t cell_bytes = has_elements ? step : sector_bytes, cells = line_bytes / cell_bytes;
    Grid grid = grid_in(box, 1, cells, "memory", Ink::rule);
    grid.cells.resize(cells, Cell{ink_, Mark::none, 0, false, false});
    std::array<bool, line_bytes / sector_bytes> comes{};  // of global memory: constants move no sectors
    for (std::uint32_t number = 0; number < access_.lanes.size(); ++number) {
      const LaneAccess& lane = access_.lanes[number];
      for (std::uint32_t n = 0; n < bytes_of(lane); ++n) {
        const std::uint32_t byte = lane.index * step + n;
        if (byte / line_bytes != line) continue;
        Cell& cell = grid.cells[byte % line_bytes / cell_bytes];
        cell.strength = 220;
        cell.lit = cell.lit || is_linked(number);
        comes[byte % line_bytes / sector_bytes] = !array_.is_constant;
      }
    }
    for (std::uint32_t n = 0; n < cells; ++n)
      if (comes[n * cell_bytes / sector_bytes]) grid.cells[n].strength = std::max(grid.cells[n].strength, comes_along);
    const Grid placed = grid;
    picture_.grids.push_back(std::move(grid));
    const float wide = box.w / static_cast<float>(sectors);
    for (std::uint32_t n = 0; n < sectors; ++n) {
      const Box sector{box.x + wide * static_cast<float>(n), box.y, wide, box.h};
      const std::uint32_t number = line * sectors + n;
      if (comes[n]) underline(number, sector);
      if (n > 0 && wide > 6)
        picture_.lines.push_back({{sector.x, box.y}, {sector.x, box.bottom()}, Ink::border, 1.5F, false, false});
      const float top = has_elements ? box.bottom() : box.y;  // elements are above their sector's bar
      picture_.hits.push_back({{sector.x, top, wide, box.bottom() + bar_room * text_ - top}, place(number)});
    }
    if (!has_elements) return elements_in(line * line_bytes, (line + 1) * line_bytes, box);
    for (std::uint32_t n = 0; n < cells; ++n)
      if (const std::uint32_t number = line * cells + n; number < array_.elements())
        element(placed.cell_box(n), access_.name.array, number);
  }

  // The elements of these bytes that a lesson names: they have no box of their own, but their sectors have.
  void elements_in(std::uint32_t begin, std::uint32_t end, const Box& box) {
    const float byte = box.w / static_cast<float>(end - begin);
    for (const std::uint32_t number : view_.linked_in(access_.name.array)) {
      const std::uint32_t at = number * array_.element_bytes;
      if (at < begin || at >= end) continue;
      const std::uint32_t sector = (at - begin) / sector_bytes * sector_bytes;
      element({box.x + byte * static_cast<float>(sector), box.y, byte * static_cast<float>(sector_bytes), box.h},
              access_.name.array, number);
    }
  }

  // A sector: dim as a whole, its used part bright, however narrow.
  void draw_sector(std::uint32_t number, const Box& box) {
    const std::uint32_t step = array_.element_bytes;
    std::array<Ink, sector_bytes> wanted;
    wanted.fill(Ink::none);
    Cell whole{ink_, Mark::none, comes_along, false, false};
    for (std::uint32_t lane = 0; lane < access_.lanes.size(); ++lane)
      for (std::uint32_t n = 0; n < bytes_of(access_.lanes[lane]); ++n) {
        const std::uint32_t byte = access_.lanes[lane].index * step + n;
        if (byte / sector_bytes != number) continue;
        Ink& ink = wanted[byte % sector_bytes];
        if (ink != Ink::now) ink = is_linked(lane) ? Ink::now : ink_;
        whole.lit = whole.lit || is_linked(lane);
      }
    Grid grid = grid_in(box, 1, 1, "memory", Ink::rule);
    grid.cells = {whole};
    picture_.grids.push_back(std::move(grid));
    for (std::uint32_t begin = 0; begin < sector_bytes;) {
      std::uint32_t end = begin + 1;
      while (end < sector_bytes && wanted[end] == wanted[begin]) ++end;
      const float byte = box.w / sector_bytes;
      if (wanted[begin] != Ink::none)
        picture_.frames.push_back(
            {{box.x + byte * static_cast<float>(begin), box.y, byte * static_cast<float>(end - begin), box.h},
             wanted[begin]});
      begin = end;
    }
    underline(number, box);
    picture_.hits.push_back({{box.x, box.y, box.w, box.h + bar_room * text_}, place(number)});
    elements_in(number * sector_bytes, (number + 1) * sector_bytes, box);
  }

  void underline(std::uint32_t number, const Box& sector) {
    const Box bar{sector.x + 0.06F * sector.w, sector.bottom() + 0.1F * text_, 0.88F * sector.w, 0.22F * text_};
    picture_.frames.push_back({bar, view_.hovered == place(number) ? Ink::now : ink_});
  }

  // 32 banks side by side. The words that one bank serves in turn are below each other: all but the first wait.
  void draw_banks() {
    const std::vector<ArrayInfo>& arrays = frame_.scenery->arrays();
    const std::vector<std::uint32_t> rows = rows_of(arrays, access_);
    if (rows.empty()) return;
    const auto count = static_cast<float>(rows.size());
    const Box box = row("banks", std::max(2 / text_ * count, std::min(between(least_banks, most_banks), 1.1F * count)));
    const float height = box.h / count;
    Grid grid = grid_in(box, static_cast<std::uint32_t>(rows.size()), bank_count, "banks", Ink::rule);
    grid.cells.resize(rows.size() * bank_count, Cell{ink_, Mark::none, 0, false, false});
    const auto row_of = [&](std::uint32_t word) {
      return static_cast<std::size_t>(std::lower_bound(rows.begin(), rows.end(), word / bank_count) - rows.begin());
    };
    std::uint32_t parts = 0;
    for (const LaneAccess& lane : access_.lanes) parts = std::max(parts, lane.part + 1);
    std::vector<Banks> banks(parts);  // each part of an access uses the banks separately
    for (std::uint32_t number = 0; number < access_.lanes.size(); ++number) {
      const LaneAccess& lane = access_.lanes[number];
      if (lane.elements == 0) continue;
      const Words words = words_of(arrays, access_, lane);
      for (std::uint32_t word = words.first; word < words.end; ++word) {
        Cell& cell = grid.cells[row_of(word) * bank_count + word % bank_count];
        const bool is_lit = cell.lit || is_linked(number);
        const bool waits = banks[lane.part].turn_of(word) > 0 || cell.ink == Ink::bad;
        cell = waits ? Cell{Ink::bad, height >= 0.7F * text_ ? Mark::cross : Mark::none, 200, is_lit, false}
                     : Cell{ink_, Mark::none, 200, is_lit, false};
      }
    }
    const float wide = box.w / static_cast<float>(bank_count);
    for (std::uint32_t bank = 0; bank < bank_count; ++bank)
      picture_.hits.push_back({{box.x + wide * static_cast<float>(bank), box.y, wide, box.h}, place(bank)});
    const Grid placed = grid;
    picture_.grids.push_back(std::move(grid));
    name_words(placed, rows);
    draw_links([&](const LaneAccess& lane) {
      const Words words = words_of(arrays, access_, lane);
      const Box cell =
          placed.cell_box(static_cast<std::uint32_t>(row_of(words.first) * bank_count + words.first % bank_count));
      return Point{cell.middle().x, row_of(words.first) == 0 ? cell.y : cell.middle().y};
    });
    numbers(bank_count);
  }

  // The words of elements that a lesson names.
  void name_words(const Grid& banks, const std::vector<std::uint32_t>& rows) {
    const std::uint32_t first = first_shared_word(frame_.scenery->arrays(), access_.name.array);
    for (const std::uint32_t number : view_.linked_in(access_.name.array)) {
      const std::uint32_t word = first + number * array_.element_bytes / word_bytes;
      const auto row = std::lower_bound(rows.begin(), rows.end(), word / bank_count);
      if (row == rows.end() || *row != word / bank_count) continue;
      element(banks.cell_box(static_cast<std::uint32_t>(row - rows.begin()), word % bank_count), access_.name.array,
              number);
    }
  }

  const WarpStep& step_;
  const WarpAccess& access_;
  const ArrayInfo& array_;
  std::uint8_t number_;
  float width_;
  Ink ink_;
  Box lanes_;
};

}  // namespace

Picture access_picture(const Frame& frame, std::size_t number, float ease, const View& view) {
  return AccessPicture(frame, number, ease, view).draw();
}

}  // namespace tilescope
