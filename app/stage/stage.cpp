#include "app/stage/stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "app/stage/array_values.h"
#include "app/stage/atomics.h"
#include "app/stage/corner.h"
#include "app/stage/marks.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

// The number of letters in a UTF-8 text.
float letters(const std::string& text) {
  return static_cast<float>(std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xc0) != 0x80; }));
}

void draw_numbers(Picture& picture, Box box, const std::string& numbers, float size, float text) {
  const Box back{box.x - 0.4F * text, box.y + 0.2F * text, box.w + 0.8F * text, box.h - 0.4F * text};
  picture.shapes.push_back({back, Ink::now, Ink::none, 0, 0.3F * text, 1, Mark::none});
  put(picture, box, numbers, size, Ink::on_ink, Face::mono);
}

// With little width, code is above and numbers below.
void draw_detail_in_two(Picture& picture, Box room, const Detail& now, const std::string& who, const View& view) {
  const float text = view.text, high = room.h / 2;
  const auto size_of = [&](float most, float count) { return std::min(most * text, room.w / (0.6F * count)); };
  const float size = size_of(1.15F, letters(who) + letters(now.code) + 1);
  const float begin = room.x + 0.6F * size * (letters(who) + 1);
  put(picture, {room.x, room.y, begin - room.x, high}, who, size, Ink::dim, Face::mono);
  put(picture, {begin, room.y, room.right() - begin, high}, now.code, size, Ink::text, Face::mono);
  float x = room.x;
  if (!now.numbers.empty()) {
    const float large = size_of(1.15F, letters(now.numbers) + 2);
    const Box box{x + 0.4F * text, room.y + high, 0.6F * large * letters(now.numbers), high};
    draw_numbers(picture, box, now.numbers, large, text);
    x = box.right() + text;
  }
  if (text_width(now.origin, 0.85F * text, Face::sans) <= room.right() - x)
    put(picture, {x, room.y + high, room.right() - x, high}, now.origin, 0.85F * text, Ink::dim);
}

// The selected thread's step, large: the code, the code with numbers, and the origin of the numbers.
void draw_detail(Picture& picture, Box room, const Frame& frame, const View& view) {
  if (frame.steps == 0) return;
  const float text = view.text;
  const Detail now = detail(frame);
  const float height = room.h - 1.3F * text;
  const std::string who = thread_name(frame.scenery->launch(), frame.thread);
  const float all =
      (1.2F * (letters(who) + letters(now.code)) + 1.25F * letters(now.numbers)) * 0.6F * text + 2.8F * text;
  const float fit = std::min(1.0F, (room.w - 0.5F * text) / all);  // long text gets smaller
  if (1.2F * fit < 1) return draw_detail_in_two(picture, room, now, who, view);
  float x = room.x;
  const auto next = [&](const std::string& what, float size, Ink ink) {
    const float wide = std::min(letters(what) * 0.6F * size, room.right() - x);
    if (what.empty() || wide <= 0) return;
    const Box box{x, room.y, wide, height};
    if (ink == Ink::on_ink)
      draw_numbers(picture, box, what, size, text);
    else
      put(picture, box, what, size, ink, Face::mono);
    x += wide + 1.4F * fit * text;
  };
  next(who, 1.2F * fit * text, Ink::dim);
  next(now.code, 1.2F * fit * text, Ink::text);
  next(now.numbers, 1.25F * fit * text, Ink::on_ink);
  put(picture, {room.x, room.y + height, room.w, 1.3F * text}, now.origin, 0.95F * text, Ink::dim);
}

// "3 threads reach beyond a and b".
std::string words_of_strays(const Frame& frame) {
  std::set<std::uint32_t> threads;
  std::vector<std::string> names;
  for (const Stray& stray : frame.strays) {
    threads.insert(stray.thread);
    const std::string& name = frame.scenery->arrays()[stray.array].name;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  if (names.empty()) return "";
  std::string arrays;
  for (std::size_t n = 0; n < names.size(); ++n)
    arrays += (n == 0 ? "" : n + 1 == names.size() ? " and " : ", ") + names[n];
  return threads.size() == 1 ? "a thread reaches beyond " + arrays
                             : fmt::format("{} threads reach beyond {}", threads.size(), arrays);
}

// If threads take turns, lessons name turns, not their many steps.
std::string place_for_a_class(const Frame& frame) {
  const Order& order = frame.scenery->order();
  if (!order.is_of_turns() || frame.at_begin || frame.steps == 0) return place_name(frame);
  const auto turn = &order.turn_at(frame.step) - order.turns().data();
  return fmt::format("turn {} of {} · line {}", turn + 1, order.turns().size(), frame.line);
}

// The number of the step, the block if nothing else names it, and accesses out of bounds.
void draw_place(Picture& picture, Box line, const Frame& frame, bool names_block, const std::string& before,
                const View& view) {
  const float text = view.text;
  std::string place = before + (view.is_for_a_class() ? place_for_a_class(frame) : place_name(frame));
  const Launch& launch = frame.scenery->launch();
  if (names_block && launch.grid.count() > 1 && frame.steps > 0) place += " · block " + block_name(launch, frame.block);
  put(picture, line, place, 0.9F * text, Ink::dim);
  const std::string strays = words_of_strays(frame);
  const float x = line.x + 1.05F * text_width(place, 0.9F * text, Face::sans) + text;
  if (strays.empty() || x >= line.right()) return;
  put_first(picture, {x, line.y, line.right() - x, line.h}, {strays, "beyond an array", ""}, 0.9F * text, Ink::bad,
            Face::bold);
}

void draw_headline(Picture& picture, Box room, const Frame& frame, bool is_beside, bool names_block, const View& view) {
  const float text = view.text;
  // If even small letters do not fit, the sentence gets shorter.
  const float smallest = std::max(10.0F, view.least * text);
  const std::string all = headline(frame);
  const std::string says = first_that_fits({all, all.substr(0, all.rfind(',')), short_headline(frame)}, 0.97F * room.w,
                                           smallest, Face::bold);
  const float line = room.h - 1.5F * text;
  put(picture, {room.x, room.y, room.w, line}, says, std::min(1.3F * text, 0.75F * line), Ink::text, Face::bold);
  draw_place(picture, {room.x, room.y + line, room.w, 1.2F * text}, frame, names_block,
             is_beside ? frame.called + ": " : "", view);
}

std::vector<std::string> sentences_of(const Partner& partner, const Frame& frame) {
  const Launch& launch = frame.scenery->launch();
  const auto& [elements, duplicates] = partner.common;
  return {
      fmt::format("{} and {} both load {} {}:", thread_name(launch, frame.thread), thread_name(launch, partner.thread),
                  elements.size(), elements.size() == 1 ? "element" : "elements"),
      fmt::format("{} duplicate {}", duplicates, duplicates == 1 ? "load" : "loads")};
}

// Whether this room has no words or shapes.
bool is_free(const Picture& picture, const Box& box) {
  const auto meets = [&](const Box& other) { return !common(box, other).is_empty(); };
  const auto ends = [](const Label& label) {
    const float wide = std::min(label.box.w, 1.05F * text_width(label.text, label.size, label.face));
    const float begin = label.align == Align::right ? label.box.right() - wide : label.box.x;
    return label.align == Align::center ? label.box : Box{begin, label.box.y, wide, label.box.h};
  };
  return std::none_of(picture.labels.begin(), picture.labels.end(),
                      [&](const Label& label) { return meets(ends(label)); }) &&
         std::none_of(picture.grids.begin(), picture.grids.end(), [&](const Grid& grid) { return meets(grid.box); }) &&
         std::none_of(picture.shapes.begin(), picture.shapes.end(),
                      [&](const Shape& shape) { return meets(shape.box); });
}

// Accesses outside an array: cells after its last one, if there is room. The array's end is always marked.
void draw_strays(Picture& picture, const Box& room, const Frame& frame, const StageOptions& options, float text) {
  constexpr std::size_t most = 64;
  struct Ghost {
    Box box;
    std::int64_t element;
  };
  std::vector<Ghost> ghosts;
  std::vector<Box> ends;
  for (const Grid& grid : picture.grids) {
    if (grid.first.kind != Target::Kind::element || grid.first.launch != options.launch || grid.first.number != 0)
      continue;
    const std::uint8_t array = grid.first.array;
    const std::int64_t elements = frame.scenery->arrays()[array].elements();
    const bool is_slice = frame.scenery->arrays()[array].sides.size() > 2;
    if (elements <= 0 || grid.columns == 0 || grid.rows == 0 || is_slice) continue;
    const float wide = grid.box.w / static_cast<float>(grid.columns), high = grid.box.h / static_cast<float>(grid.rows);
    std::set<std::int64_t> seen;
    for (const Stray& stray : frame.strays)
      if (stray.array == array) seen.insert(stray.element);
    if (seen.empty()) continue;
    const auto place_of = [&](std::int64_t element) {
      const std::int64_t columns = grid.merged > 1 ? grid.all_columns : grid.columns;
      const float cell = static_cast<float>(grid.columns) / static_cast<float>(columns);
      return Box{grid.box.x + wide * cell * static_cast<float>(element % columns),
                 grid.box.y + high * cell * static_cast<float>(element / columns), wide * cell, high * cell};
    };
    for (const std::int64_t element : seen) {
      if (element < elements || ghosts.size() >= most || grid.merged > 1 || wide < marks::smallest_cell) continue;
      Box box = place_of(element);
      // There may be room after a single row.
      const Box behind{grid.box.x + wide * static_cast<float>(element), grid.box.y, wide, high};
      if (elements == std::int64_t{grid.columns} && behind.right() <= room.right() && is_free(picture, behind.inset(2)))
        box = behind;
      if (box.bottom() > room.bottom() || box.right() > room.right() || !is_free(picture, box.inset(2))) continue;
      ghosts.push_back({box, element});
    }
    const Box last = place_of(*seen.begin() < 0 ? 0 : elements - 1);
    const float x = *seen.begin() < 0 ? last.x : last.right(), thick = std::max(3.0F, 0.22F * text);
    ends.push_back({x - thick / 2, last.y, thick, last.h});
  }
  for (const Ghost& ghost : ghosts) {
    picture.shapes.push_back({ghost.box.inset(1), Ink::bad, Ink::none, 0, 0, 0.18F, Mark::none});
    const std::string number = std::to_string(ghost.element);
    const float size = std::min(0.8F * text, 0.7F * ghost.box.h);
    if (text_width(number, size, Face::sans) < ghost.box.w)
      put(picture, ghost.box, number, size, Ink::bad, Face::sans, Align::center);
    frame_in(picture, ghost.box.inset(1), Ink::bad, 2);
  }
  for (const Box& end : ends) picture.shapes.push_back({end, Ink::bad, Ink::none, 0, 0, 1, Mark::none});
}

// Whether the picture shows an element that a lesson's text names.
bool shows_any_named(const Picture& picture, const StageOptions& options, const View& view) {
  if (options.launch != 0) return false;
  return std::any_of(view.linked_elements.begin(), view.linked_elements.end(), [&](const ElementOf& named) {
    return std::any_of(picture.grids.begin(), picture.grids.end(), [&](const Grid& grid) {
      const std::size_t cells = grid.cells.size() * grid.merged * grid.merged;
      return grid.first.kind == Target::Kind::element && grid.first.array == named.array &&
             named.element >= grid.first.number && named.element - grid.first.number < cells;
    });
  });
}

// A row for the meaning of the marks. Such rows are separate if there is room, otherwise beside the headline; the rest
// is at the bottom.
struct LegendRow {
  Box box;
  bool is_of_list = false;  // holds one mark, at its left; other rows fill from right to left
};

void draw_legend(Picture& picture, const std::vector<LegendRow>& rows, const Frame& frame, const StageOptions& options,
                 const View& view) {
  struct Entry {
    Cell cell;
    std::array<std::string, 2> says;  // the short form is used if the long forms do not all fit
    bool is_there = false;
    Shape shape = {};  // instead of a cell, if it has a line or a fill
    Box place = {}, words = {};
  };
  const auto others = frame.only_warp ? std::array<std::string, 2>{"read by other warps", "other warps"}
                                      : std::array<std::string, 2>{"read by other blocks", "other blocks"};
  const auto framed = [](Ink ink) { return Shape{{}, Ink::none, ink, 2, 0, 1, Mark::none}; };
  const auto any_frame = [&](const auto& is) { return std::any_of(picture.frames.begin(), picture.frames.end(), is); };
  const bool is_framed = any_frame([](const Shape& shape) { return shape.line == Ink::bad; });
  const bool overhangs = any_frame([](const Shape& shape) { return shape.mark == Mark::cross; });
  const bool is_outlined =
      std::any_of(picture.lines.begin(), picture.lines.end(), [](const Line& line) { return line.ink == Ink::bad; });
  const bool names_any =
      shows_any_named(picture, options, view) || std::any_of(view.linked_blocks.begin(), view.linked_blocks.end(),
                                                             [&](std::uint32_t block) { return block != frame.block; });
  const std::string who = thread_name(frame.scenery->launch(), frame.thread);
  std::array entries{
      // from right to left
      Entry{{}, {"in this finding", "finding"}, options.suspect && is_framed, framed(Ink::bad)},
      Entry{{}, {"wrong at the end", "wrong result"}, is_outlined && !frame.at_end, framed(Ink::bad)},
      Entry{{Ink::c, Mark::cross, 150, false, false}, {"wrong", "wrong"}},
      Entry{{Ink::work, Mark::cross, 60, false, false}, {"padded: 0", "padded"}},
      Entry{{Ink::a, Mark::hatch, 45, false, false}, {"from an earlier phase", "from earlier"}},
      Entry{{Ink::a, Mark::dot, 110, false, false}, others},
      Entry{{Ink::a, Mark::corner, 235, true, false}, {"written now", "written"}},
      Entry{{Ink::a, Mark::ring, 235, true, false}, {"read now", "read"}},
      Entry{{Ink::other, Mark::ring, 170, false, false}, {"loaded by both", "by both"}},
      Entry{{}, {"in this step", "now"}, false, {{}, Ink::now, Ink::none, 0, 0, 1, Mark::none}},
      Entry{{}, {"outside the matrix", "outside"}, overhangs, {{}, Ink::none, Ink::a, 1.5F, 0, 1, Mark::cross}},
      Entry{{},
            {"the array ends here", "its end"},
            !frame.strays.empty(),
            {{}, Ink::bad, Ink::none, 0, 0, 1, Mark::none}},
      Entry{{}, {"named on the left", "named"}, options.for_a_class && names_any, framed(Ink::text)},
      Entry{{Ink::a, Mark::none, 120, false, false}, {"needed by " + who, who + " needs"}}};
  const auto is_for_wrong = [](const Entry& entry) { return entry.says[0] == "wrong"; };
  Entry& in_this_step =
      *std::find_if(entries.begin(), entries.end(), [](const Entry& entry) { return entry.shape.fill == Ink::now; });
  for (const Grid& grid : picture.grids) {
    if (grid.name == "threads" || grid.name == "blocks") continue;
    const bool is_global = grid.first.kind == Target::Kind::element && frame.scenery->is_global(grid.first.array);
    const bool is_tiny = grid.cell_box(0, 0).w < marks::smallest_cell;
    for (const Cell& cell : grid.cells) {
      if (is_tiny && cell.lit) in_this_step.is_there = true;
      for (Entry& entry : entries) {
        if (entry.is_there || entry.cell.mark == Mark::none) continue;
        // If cells are too small for a cross, wrong cells are filled.
        const bool is_filled = is_tiny && is_global && cell.ink == Ink::bad && cell.mark == Mark::none;
        if (!(is_filled && is_for_wrong(entry))) {
          if (cell.mark != entry.cell.mark || (is_tiny && cell.mark != Mark::cross)) continue;
          // A cross in global memory is not padding, and an element loaded by two threads is not read now.
          if (cell.mark == Mark::cross && is_global != is_for_wrong(entry)) continue;
          if (cell.mark == Mark::ring && cell.lit != entry.cell.lit) continue;
        }
        entry.is_there = true;
        entry.cell = {cell.ink, cell.mark, cell.strength, entry.cell.lit, false};  // as in the picture
      }
    }
    const bool is_read_alone = is_global && !frame.scenery->is_written(grid.first.array);  // others show stored values
    if (Entry& of_thread = entries.back(); is_read_alone && !of_thread.is_there)
      for (const Footprint& load : frame.footprint) {
        if (load.array != grid.first.array || load.element < grid.first.number || grid.merged > 1) continue;
        const std::uint32_t n = load.element - grid.first.number;
        if (n >= grid.cells.size() || grid.cells[n].mark != Mark::none || grid.cells[n].lit ||
            grid.cells[n].strength == 0)
          continue;
        of_thread.is_there = true, of_thread.cell = grid.cells[n];
        break;
      }
  }
  const float text = view.text, side = std::ceil(1.2F * text), size = 0.85F * text, behind = side + 0.4F * text;
  const std::size_t head = rows.size() - 2;  // the row beside the headline
  const float head_end = draw_wanted_key(picture, rows[head].box, rows[head].box.right(), frame, view);
  const auto find_places = [&](std::size_t length) {
    std::vector<float> ends;
    for (const LegendRow& row : rows) ends.push_back(row.box.right());
    ends[head] = head_end;
    bool all_fit = true;
    for (Entry& entry : entries) {
      entry.place = {};
      if (!entry.is_there) continue;
      const float wide = 1.03F * text_width(entry.says[length], size, Face::sans) + behind;
      for (std::size_t n = 0; n < rows.size() && entry.place.is_empty(); ++n) {
        const Box row = rows[n].box;
        if (rows[n].is_of_list && (ends[n] < row.right() || wide > row.w)) continue;
        const Box box{rows[n].is_of_list ? row.x : ends[n] - wide, row.y, wide, row.h};
        const Box needed{box.x - 0.6F * text, box.y + 0.25F * box.h, box.w + 0.4F * text, 0.5F * box.h};
        if (box.x < row.x || !is_free(picture, needed)) continue;
        ends[n] = box.x - 1.1F * text;
        entry.place = {box.x, box.y + (box.h - side) / 2, side, side};
        entry.words = {box.x + behind, box.y, wide - behind, box.h};
      }
      all_fit = all_fit && !entry.place.is_empty();
    }
    return all_fit;
  };
  const std::size_t length = find_places(0) ? 0 : 1;
  if (length > 0) find_places(length);
  for (Entry& entry : entries) {
    if (entry.place.is_empty()) continue;
    put(picture, entry.words, entry.says[length], size, Ink::dim);
    if (entry.cell.mark == Mark::none && entry.cell.strength == 0) {  // a shape
      entry.shape.box = entry.place;
      if (entry.shape.fill == Ink::bad) entry.shape.box.x += side - 0.22F * text, entry.shape.box.w = 0.22F * text;
      picture.shapes.push_back(entry.shape);
      continue;
    }
    picture.grids.push_back(grid_in(entry.place, 1, 1, std::string("legend ") + entry.says[0], Ink::rule));
    picture.grids.back().cells = {entry.cell};
  }
}

// The places of the matrices and of shared memory.
struct Arrangement {
  Corner corner;
  Box shared;
  bool has_corner = true;  // nothing is above A
  bool is_column = false;  // tiles are below each other
};

// Shared memory is in the free corner between A and B, or beside the matrices if that would make them too small.
Arrangement arrange(const Launch& launch, Box room, float text, bool has_shared, bool is_low) {
  if (!has_shared) return {fit_corner(launch, room, text, {0, 0}), {}};
  const float tile = (is_low ? 1.6F : 2.1F) * static_cast<float>(launch.tile) * text;  // wide enough for short numbers
  const float words = (is_low ? 3.2F : 6.6F) * text;
  // Without numbers, colours need less room.
  const float cells = 2 * tile + 2 * text, most = 12 * text;
  const float least = room.w >= narrow * text ? most : cells > most ? 9 * text : std::max(cells, 8 * text);
  const Corner inside = fit_corner(launch, room, text, {least, words + std::min(tile, 8 * text)});
  const float wide = least + 0.5F * text;
  const Corner apart = fit_corner(launch, {room.x + wide + text, room.y, room.w - wide - text, room.h}, text, {0, 0});
  // Tiles below each other, if the room is so narrow and low that the matrices would be small.
  const float column = std::max(5.8F * text, std::min(tile, 8 * text) + 1.4F * text);
  const Corner slim =
      fit_corner(launch, {room.x + column + text, room.y, room.w - column - text, room.h}, text, {0, 0});
  if (is_low && column < room.h && slim.cell >= 1.2F * std::max(inside.cell, apart.cell))
    return {slim, {room.x, room.y, column, room.h}, true, true};
  if (inside.cell >= 0.8F * apart.cell)
    return {inside, {inside.free.x, inside.free.y, inside.free.w, inside.free.h - 0.4F * text}, false};
  return {apart, {room.x, room.y, wide, room.h}};
}

// Global arrays are right of shared memory, or below it if there is little width.
std::pair<Box, Box> arrange_arrays(Box room, float text, const Frame& frame) {
  if (frame.shared.empty()) return {room, {}};
  const float gap = 1.5F * text;
  double shared = 0, global = 0;
  for (const SharedNow& one : frame.shared) shared += static_cast<double>(one.cells.size());
  for (std::uint8_t array = 0; array < frame.scenery->arrays().size(); ++array)
    if (frame.scenery->is_global(array)) global += static_cast<double>(frame.scenery->arrays()[array].elements());
  const auto part = static_cast<float>(std::sqrt(shared) / (std::sqrt(shared) + std::sqrt(global)));
  if (room.w >= narrow * text) {
    const float wide = std::max(std::clamp(part, 0.2F, 0.45F) * room.w, 12 * text);
    return {{room.x + wide + gap, room.y, room.w - wide - gap, room.h}, {room.x, room.y, wide, room.h}};
  }
  // The rows of a tile are below each other.
  float rows = 0;
  for (const SharedNow& one : frame.shared) {
    const std::vector<std::int64_t>& sides = frame.scenery->arrays()[one.array].sides;
    if (sides.size() == 2 && sides[0] <= sides[1]) rows = std::max(rows, static_cast<float>(sides[0]));
  }
  const float readable = (1.45F * rows + 3.15F) * text, most_for_rows = 0.56F * room.h;  // the height for numbers
  const float wanted = readable <= most_for_rows ? readable : std::min((0.6F * rows + 3.2F) * text, 0.45F * room.h);
  const float most = (room.h < 16 * text ? 0.5F : 0.4F) * room.h;
  const float high = std::max(rows > 1 ? wanted : 0, std::clamp(part * room.h, std::min(6 * text, most), most));
  return {{room.x, room.y + high + gap, room.w, room.h - high - gap}, {room.x, room.y, room.w, high}};
}

void draw_in(Picture& picture, std::pair<Box, Box> places, const Frame& frame, const StageOptions& options,
             const View& view) {
  auto [arrays, shared] = places;
  if (shared.w > 0) {
    const float bottom = draw_shared(picture, shared, frame, options, view);
    if (arrays.y > bottom) {  // the arrays get the remaining room
      const float free = arrays.y - bottom - 0.8F * view.text;
      arrays.y -= free, arrays.h += free;
    }
  }
  draw_arrays(picture, arrays, frame, options, view);
}

// How visible arrays are: the size of their cells, and the share of arrays whose numbers always fit.
float worth_of(const Picture& picture, const Frame& frame, const View& view) {
  float logs = 0, numbered = 0, count = 0;
  for (const Grid& grid : picture.grids) {
    if (grid.first.kind != Target::Kind::element || grid.first.number != 0) continue;
    const Point cell{grid.box.w / static_cast<float>(std::max(grid.columns, 1U)),
                     grid.box.h / static_cast<float>(std::max(grid.rows, 1U))};
    const Point least = least_number_cell(*frame.scenery, grid.first.array, view);
    logs += std::log(std::clamp(cell.y, 1.0F, 1.6F * view.text));
    numbered += cell.x >= least.x && cell.y >= least.y ? 1 : 0;
    ++count;
  }
  return count == 0 ? 0 : std::exp(logs / count) * (1 + numbered / count);
}

// With little width, shared memory is above the arrays, or left of them if that shows more.
void draw_arrays_and_shared(Picture& picture, Box room, const Frame& frame, const StageOptions& options,
                            const View& view) {
  const std::pair<Box, Box> usual = arrange_arrays(room, view.text, frame);
  if (frame.shared.empty() || room.w >= narrow * view.text) return draw_in(picture, usual, frame, options, view);
  constexpr float clearly = 1.08F;
  Picture best = view.picture();
  draw_in(best, usual, frame, options, view);
  float most = clearly * worth_of(best, frame, view);
  for (const float part : {0.35F, 0.45F, 0.55F, 0.62F}) {
    const float wide = part * room.w, x = room.x + wide + view.text;
    Picture beside = view.picture();
    draw_in(beside, {{x, room.y, room.right() - x, room.h}, {room.x, room.y, wide, room.h}}, frame, options, view);
    if (const float worth = worth_of(beside, frame, view); worth > most) most = worth, best = std::move(beside);
  }
  picture.add(std::move(best), {0, 0});
}

Picture beside_picture(const Frame& frame, const StageOptions& options, const View& view) {
  const float text = view.text;
  Picture picture = view.picture();
  put(picture, {0, 0, view.width, 1.5F * text}, "comparison: " + frame.called, text, Ink::text, Face::bold);
  const std::string who = thread_name(frame.scenery->launch(), frame.thread);
  std::string code = who + (frame.at_begin ? ": ready" : ": " + detail(frame).code);
  put(picture, {0, 1.5F * text, view.width, 1.2F * text}, std::move(code), 0.85F * text, Ink::dim, Face::mono);
  const float words = view.height > 1.2F * view.width ? 7 * text : 3.2F * text;
  const float most = std::min(view.height - words, 1.35F * view.width);
  View smaller = view;
  smaller.text = 0.85F * text;
  const Box room{0, 3.2F * text, view.width, most};
  float bottom = room.bottom();
  if (frame.scenery->has_matrices()) {
    const Corner corner = fit_corner(frame.scenery->launch(), room, smaller.text, {0, 0}, true);
    draw_matrices(picture, corner, frame, options, smaller);
    bottom = corner.c.bottom();
  } else {
    // Shared memory is below the arrays if both fit.
    const Box all{0, room.y, view.width, view.height - room.y - 4.7F * text};
    const bool shares = !frame.shared.empty() && all.h > 18 * text;
    const float gap = 1.2F * text, high = shares ? 0.5F * (all.h - gap) : room.h;
    draw_arrays(picture, {room.x, room.y, room.w, high}, frame, options, smaller);
    if (shares) draw_shared(picture, {room.x, room.y + high + gap, room.w, high}, frame, options, smaller);
    if (shares) bottom = all.bottom() - 1.5F * text;
  }
  // The meaning of the lit cells.
  float y = bottom + 2 * text;
  const auto say = [&](const std::string& what) {
    if (y + 1.3F * text <= view.height) put(picture, {0, y, view.width, 1.3F * text}, what, 0.9F * text, Ink::dim);
    y += 1.35F * text;
  };
  if (frame.partner) {
    for (const std::string& line : sentences_of(*frame.partner, frame)) say(line);
  } else if (!frame.footprint.empty()) {
    const auto done = std::count_if(frame.footprint.begin(), frame.footprint.end(),
                                    [&](const Footprint& load) { return frame.has_loaded(load); });
    say(fmt::format("shaded: needed by {}", who));
    say(fmt::format("{} of {} loads are done", done, frame.footprint.size()));
  }
  return picture;
}

}  // namespace

Picture stage_picture(const Frame& frame, const StageOptions& options, const View& view) {
  if (options.small) return beside_picture(frame, options, view);
  const float text = view.text;
  Picture picture = view.picture();
  const bool is_low = view.height < 22 * text || view.width < narrow * text;
  const float head = (is_low ? 2.9F : 3.4F) * text, foot = (is_low ? 3.1F : 3.6F) * text;
  const Box body{0, head, view.width, view.height - head - foot};
  const bool has_strip = view.width >= 34 * text && body.h >= 7 * text && !options.for_a_class;
  draw_headline(picture, {0, 0, view.width, head}, frame, options.beside, !has_strip, view);
  const float strip = has_strip ? std::clamp(0.25F * view.width, 11 * text, 17 * text) : 0;
  const Box room{0, body.y, view.width - strip - (has_strip ? 1.5F * text : 0), body.h};
  const float line = 1.5F * text;
  std::vector<LegendRow> rows;
  if (frame.scenery->has_matrices()) {
    const auto arrange_in = [&](const Box& all) {
      return arrange(frame.scenery->launch(), all, text, !frame.shared.empty(), is_low);
    };
    Arrangement arrangement = arrange_in(room);
    // A class cannot ask, so the meaning of marks gets room in the free corner or in a separate row.
    if (options.for_a_class) {
      const Corner& corner = arrangement.corner;
      const float x = std::max(corner.free.x, arrangement.shared.right() + text), wide = corner.b.x - text - x;
      constexpr float least = 6, close = 1.3F;
      if (arrangement.has_corner && wide >= least * text) {
        for (float y = room.y; y + close * text <= corner.a.y; y += close * text)
          rows.push_back({{x, y, wide, close * text}, true});
      } else {
        arrangement = arrange_in({room.x, room.y, room.w, room.h - line});
        rows.push_back({{0, body.bottom() - line, view.width, line}});
      }
    }
    if (arrangement.shared.w > 0) draw_shared(picture, arrangement.shared, frame, options, view, arrangement.is_column);
    draw_matrices(picture, arrangement.corner, frame, options, view);
  } else {
    draw_arrays_and_shared(picture, room, frame, options, view);
  }
  if (!frame.strays.empty()) draw_strays(picture, room, frame, options, text);
  if (has_strip && frame.steps > 0) {
    const float x = view.width - strip;
    float blocks = std::min(0.36F * body.h, strip + 1.8F * text) + text;
    if (body.h - blocks < 8.5F * text) blocks = 0;  // threads have precedence
    draw_threads(picture, {x, body.y, strip, body.h - blocks}, frame, options, view);
    if (blocks > 0)
      draw_blocks(picture, {x, body.bottom() - blocks + text, strip, blocks - text}, frame, options, view);
  }
  const Box last{0, view.height - foot, view.width, foot};
  const std::size_t labels = picture.labels.size();
  if (frame.partner) {
    const auto sentences = sentences_of(*frame.partner, frame);
    put(picture, {last.x, last.y, last.w, 2.3F * text}, sentences[0] + " " + sentences[1], 1.2F * text, Ink::text,
        Face::bold);
  } else {
    draw_detail(picture, last, frame, view);
  }
  if (!has_strip && frame.steps > 0) {
    float right = last.x;  // the end of the words beside the threads
    const float lowest = last.bottom() - few_threads_high(frame, last.h, view);
    for (std::size_t n = labels; n < picture.labels.size(); ++n) {
      const Label& label = picture.labels[n];
      if (label.box.bottom() <= lowest) continue;
      right = std::max(
          right, std::min(label.box.right(), label.box.x + 1.05F * text_width(label.text, label.size, label.face)));
    }
    draw_few_threads(picture, {right + text, last.y, last.right() - right - text, last.h}, frame, options, view);
  }
  rows.push_back({{0, head - 1.65F * text, view.width, line}});
  rows.push_back({{0, last.bottom() - 1.3F * text, view.width, 1.3F * text}});
  draw_legend(picture, rows, frame, options, view);
  return picture;
}

}  // namespace tilescope
