#include "app/stage/stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/stage/array_values.h"
#include "app/stage/legend.h"
#include "app/stage/marks.h"
#include "app/stage/stage_layout.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

// In units of the text size.
constexpr float headline_high = 1.4F, place_high = 1.2F;  // the lines above the stage
constexpr float one_line = 1.7F, two_lines = 2.9F;        // the height of the selected thread's step
constexpr float wide_enough = 44;                         // for it in one line, and for a legend beside the place
constexpr float two_low_lines = 2.55F;                    // for a class
constexpr float least_for_one_line = 30;                  // the same where height is scarce
constexpr float place_wide = 0.4F, legend_high = 1.3F;    // of the width, for the place beside a legend; its height

// The number of letters in a UTF-8 text.
float letters(const std::string& text) {
  return static_cast<float>(std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xc0) != 0x80; }));
}

void draw_numbers(Picture& picture, Box box, const std::string& numbers, float size, float text) {
  const float high = std::max(box.h - 0.4F * text, std::min(1.2F * size, box.h));
  const Box back{box.x - 0.4F * text, box.middle().y - high / 2, box.w + 0.8F * text, high};
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

// The selected thread's step, large: the code, the code with numbers, and the origin of the numbers, which is below
// them, or behind them if the room has one line.
void draw_detail(Picture& picture, Box room, const Frame& frame, const View& view) {
  if (frame.steps == 0) return;
  const float text = view.text;
  Detail now = detail(frame);
  if (frame.at_begin && view.is_for_a_finger())
    now.origin = "Step or play with the buttons below";
  else if (frame.at_begin && !view.is_for_a_class())
    now.origin = first_that_fits({now.origin + ", or use the buttons below", now.origin}, room.w - 6 * text,
                                 0.95F * text, Face::sans);
  const bool has_two_lines = room.h > (one_line + 0.5F) * text;
  const float height = has_two_lines ? room.h - 1.2F * text : room.h;
  const std::string who = thread_name(frame.scenery->launch(), frame.thread);
  const float all =
      (1.2F * (letters(who) + letters(now.code)) + 1.25F * letters(now.numbers)) * 0.6F * text + 2.8F * text;
  float fit = std::min(1.0F, (room.w - 0.5F * text) / all);  // long text gets smaller
  if (1.2F * fit < 1 && has_two_lines) return draw_detail_in_two(picture, room, now, who, view);
  float origin_size = 0.95F * text;
  if (!has_two_lines) {  // the origin has room in the same line if the rest stays readable without it
    constexpr float least_fit = 0.75F, slack = 1.05F;
    const auto beside_origin = [&](float size) {
      return (room.w - 0.5F * text - slack * text_width(now.origin, size, Face::sans)) / all;
    };
    if (beside_origin(origin_size) < 1) origin_size = std::max(0.8F, view.least) * text;
    if (const float beside = beside_origin(origin_size); beside >= least_fit) fit = std::min(fit, beside);
  }
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
  const Box origin =
      has_two_lines ? Box{room.x, room.y + height, room.w, 1.2F * text} : Box{x, room.y, room.right() - x, height};
  put_first(picture, origin, {now.origin, ""}, origin_size, Ink::dim);
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
  const auto turn = static_cast<std::size_t>(&order.turn_at(frame.step) - order.turns().data());
  return fmt::format("turn {} · line {}", part_name(turn + 1, order.turns().size()), frame.line);
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

void draw_headline(Picture& picture, Box room, const Frame& frame, bool is_beside, bool names_block, float place_width,
                   const View& view) {
  const float text = view.text;
  // If even small letters do not fit, the sentence gets shorter.
  const float smallest = std::max(11.0F, view.least * text);
  const std::string all = headline(frame);
  const std::string brief = short_headline(frame);
  const std::string briefest = view.width < narrow * text ? brief.substr(0, brief.find(':')) : brief;
  const std::string says =
      first_that_fits({all, all.substr(0, all.rfind(',')), brief, briefest}, 0.97F * room.w, smallest, Face::bold);
  const float line = headline_high * text;
  put(picture, {room.x, room.y, room.w, line}, says, 0.75F * line, Ink::text, Face::bold);
  draw_place(picture, {room.x, room.y + line, place_width, place_high * text}, frame, names_block,
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

Picture beside_picture(const Frame& frame, const StageOptions& options, const View& view) {
  const float text = view.text;
  Picture picture = view.picture();
  put(picture, {0, 0, view.width, 1.5F * text}, "comparison: " + frame.called, text, Ink::text, Face::bold);
  const std::string who = thread_name(frame.scenery->launch(), frame.thread);
  std::string code = who + (frame.at_begin ? ": ready" : ": " + detail(frame).code);
  put(picture, {0, 1.5F * text, view.width, 1.2F * text}, std::move(code), 0.85F * text, Ink::dim, Face::mono);
  const float words = view.height > 1.2F * view.width ? 7 * text : 3.2F * text;
  const float most = std::min(view.height - words, 1.35F * view.width);
  const Box room{0, 3.2F * text, view.width, most};
  // The meaning of the lit cells.
  float y = layout_of(*frame.scenery).draw_small(picture, room, frame, options, view) + 2 * text;
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
    say(part_name(static_cast<std::uint64_t>(done), frame.footprint.size()) + " loads are done");
  }
  return picture;
}

// The threads and the grid in a strip at the right.
void draw_strip(Picture& picture, const Box& strip, const Frame& frame, const StageOptions& options, const View& view) {
  const float text = view.text;
  float blocks = std::min(0.36F * strip.h, strip.w + 1.8F * text) + text;
  if (strip.h - blocks < 8.5F * text) blocks = 0;  // threads have precedence
  draw_threads(picture, {strip.x, strip.y, strip.w, strip.h - blocks}, frame, options, view);
  if (blocks > 0)
    draw_blocks(picture, {strip.x, strip.bottom() - blocks + text, strip.w, blocks - text}, frame, options, view);
}

// What the selected thread or its partner does.
void draw_foot(Picture& picture, const Box& foot, const Frame& frame, const View& view) {
  if (!frame.partner) return draw_detail(picture, foot, frame, view);
  const auto sentences = sentences_of(*frame.partner, frame);
  const float high = std::min(foot.h, 2.3F * view.text);
  put(picture, {foot.x, foot.y, foot.w, high}, sentences[0] + " " + sentences[1], 1.2F * view.text, Ink::text,
      Face::bold);
}

enum class LegendPlace : std::uint8_t { none, beside_place, below, two_lines_below };

// How much of the stage's height goes to other things than its arrays.
struct StageForm {
  LegendPlace legend = LegendPlace::below;
  bool saves_height = false;  // in the matrices and the selected thread's step
};

struct StageRooms {
  float head = 0, detail = 0, legend = 0;
  Box body;
};

StageRooms rooms_of(const StageForm& form, const StageLayout& layout, const View& view) {
  const float text = view.text;
  StageRooms rooms;
  rooms.head = (headline_high + (form.legend == LegendPlace::beside_place ? legend_high : place_high)) * text;
  const float least_wide = form.saves_height && !view.is_for_a_class() ? least_for_one_line : wide_enough;
  rooms.detail = (layout.holds_threads && view.width >= least_wide * text ? one_line
                  : view.is_for_a_class()                                 ? two_low_lines
                                                                          : two_lines) *
                 text;
  rooms.legend = (form.legend == LegendPlace::below             ? legend_line
                  : form.legend == LegendPlace::two_lines_below ? 2 * legend_line
                                                                : 0) *
                 text;
  rooms.body = {0, rooms.head, view.width, view.height - rooms.head - rooms.detail - rooms.legend};
  return rooms;
}

// Numbers that are read with ease, or else the largest ones, are worth more than other things.
StageForm form_of(const Frame& frame, const View& view) {
  constexpr float low = 28;  // in text sizes: a stage that gives up its legend
  constexpr float clearly = 1.03F;
  std::vector<StageForm> forms{{}, {LegendPlace::below, true}};
  const bool is_low = view.height < low * view.text;
  if (is_low) forms.push_back({LegendPlace::none, true});
  const float enough = is_low ? view.text : easy_number_size(view);
  const StageLayout& layout = layout_of(*frame.scenery);
  StageForm best;
  float most = 0;
  for (const StageForm& form : forms) {
    const float size = layout.number_size(rooms_of(form, layout, view).body, form.saves_height, frame, view);
    if (size > clearly * most) best = form, most = size;
    if (most >= enough) break;
  }
  return best;
}

// Returns whether all of the legend fits.
bool draw_stage(Picture& picture, const StageForm& form, bool is_last, const Frame& frame, const StageOptions& options,
                const View& view) {
  const float text = view.text;
  const StageLayout& layout = layout_of(*frame.scenery);
  const bool is_beside_place = form.legend == LegendPlace::beside_place;
  const auto [head, detail, legend, body] = rooms_of(form, layout, view);
  const bool has_strip = !layout.holds_threads && view.width >= 34 * text && body.h >= 7 * text && !options.for_a_class;
  const float place = is_beside_place ? place_wide * view.width : view.width;
  draw_headline(picture, {0, 0, view.width, head}, frame, options.beside, !has_strip, place, view);
  const float strip = has_strip ? std::clamp(0.25F * view.width, 11 * text, 17 * text) : 0;
  const Box room{0, body.y, view.width - strip - (has_strip ? 1.5F * text : 0), body.h};
  Box foot{0, body.bottom(), view.width, detail};
  layout.draw(picture, room, form.saves_height, frame, options, view);
  if (!frame.strays.empty()) draw_strays(picture, room, frame, options, text);
  if (has_strip && frame.steps > 0)
    draw_strip(picture, {view.width - strip, body.y, strip, body.h}, frame, options, view);
  if (!has_strip && !layout.holds_threads && frame.steps > 0)
    foot.w -= draw_few_threads(picture, foot, frame, options, view) + text;
  draw_foot(picture, foot, frame, view);
  if (form.legend == LegendPlace::none) return true;
  const Box at = is_beside_place ? Box{place, (headline_high - 0.1F) * text, view.width - place, legend_line * text}
                                 : Box{0, foot.bottom(), view.width, legend};
  return draw_legend(picture, at, frame, options, view, is_last);
}

}  // namespace

Point stage_with_numbers(const Scenery& scenery, const View& view) {
  const Point arrays = layout_of(scenery).with_numbers(scenery, view);
  if (arrays.y == 0) return {};
  return {arrays.x, arrays.y + (headline_high + place_high + one_line + legend_line) * view.text};
}

float lean_stage_height(const Scenery& scenery, const View& view) {
  const StageLayout& layout = layout_of(scenery);
  const float arrays = layout.height_with_numbers(scenery, view, easy_number_size(view));
  if (arrays == 0) return 0;
  const float rest = (headline_high + place_high + one_line) * view.text, easy = arrays + rest;
  return easy <= view.height ? easy : layout.height_with_numbers(scenery, view, least_number_size(view)) + rest;
}

Picture stage_picture(const Frame& frame, const StageOptions& options, const View& view) {
  if (options.small) return beside_picture(frame, options, view);
  std::vector<StageForm> forms{form_of(frame, view)};
  if (options.for_a_class) {
    forms.clear();
    if (view.width >= wide_enough * view.text) forms.push_back({LegendPlace::beside_place, false});
    forms.insert(forms.end(), {{LegendPlace::below, false}, {LegendPlace::two_lines_below, false}});
    for (StageForm& form : forms) form.saves_height = view.is_for_a_class();
  }
  Picture picture;
  for (std::size_t n = 0; n < forms.size(); ++n) {
    picture = view.picture();
    if (draw_stage(picture, forms[n], n + 1 == forms.size(), frame, options, view)) break;
  }
  return picture;
}

}  // namespace tilescope
