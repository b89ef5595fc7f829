// The threads of the focused block and the blocks of the grid, with their activities.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/stage/corner.h"
#include "app/stage/merged.h"
#include "app/stage/stage.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

std::string state_of(const Frame& frame, const ThreadNow& thread) {
  if (thread.activity == Activity::waiting) return fmt::format("waiting at line {}", thread.line);
  if (thread.activity == Activity::guarded) return "idle: condition false";
  if (thread.activity == Activity::done && !thread.makes_c)
    return std::string(frame.scenery->words().done_without_result);
  return std::string(word_of(frame.scenery->launch(), thread.activity));
}

Ink ink_at(const Frame& frame, const ThreadNow& thread) { return ink_of(*frame.scenery, thread.activity, thread.step); }

// Whether the numbers give the result; a factor may have changed between its load and the product.
bool comes_to_what_it_says(const Product& of) {
  const double before = of.before ? Value(of.before).exact() : 0, after = Value(of.after).exact();
  const double product = Value(of.first).exact() * Value(of.second).exact();
  return is_about(before + product, after, std::max(std::abs(before), std::abs(product)));
}

// "sum 5", "sums 5 6", or the variables and their values, "way -24 far 4608", but at most `shown` of them. The thread
// must have a sum.
std::string sums_of(const Frame& frame, std::uint32_t number, std::size_t shown) {
  const auto sums = frame.sums_of(number);
  const bool names_sums = frame.scenery->words().names_sums;
  if (sums.empty() || (!names_sums && sums.size() == 1))
    return sum_name(frame) + " " + value_name(*frame.threads[number].sum);
  std::string text = names_sums ? "" : "sums";
  for (const SumNow& one : sums.first(shown)) {
    if (names_sums) text += (text.empty() ? "" : "  ") + element_name(frame.scenery->arrays()[one.array], one.index);
    text += " " + value_name(one.value());
  }
  return shown < sums.size() ? fmt::format("{} (+{} more)", text, sums.size() - shown) : text;
}

// The newest partial sum of this step in numbers, or else the current sum.
std::string sum_of(const Frame& frame, std::uint32_t number) {
  const ThreadNow& thread = frame.threads[number];
  // After a fault, it is unknown what the thread would have computed.
  if (!thread.sum) {
    const bool might = thread.makes_c || frame.scenery->has_fault();
    const Vocabulary& words = frame.scenery->words();
    return might && !words.names_sums ? sum_name(frame) + " –" : std::string(words.without_sum[0]);
  }
  if (const auto& of = thread.product; of && comes_to_what_it_says(*of))
    return fmt::format("{} + {} × {} = {}", value_name(of->before ? Value(of->before) : Value()),
                       value_name(Value(of->first)), value_name(Value(of->second)), value_name(Value(of->after)));
  return sums_of(frame, number, frame.sums_of(number).size());
}

// The short form: the newest sum, the number of sums, or the first one.
std::string short_sum_of(const Frame& frame, std::uint32_t number) {
  const ThreadNow& thread = frame.threads[number];
  const Vocabulary& words = frame.scenery->words();
  if (!thread.sum) return std::string(words.without_sum[2]);
  const std::size_t sums = frame.sums_of(number).size();
  if (sums > 1 && words.names_sums) return sums_of(frame, number, 1);
  return sums > 1 ? fmt::format("{} sums", sums) : sums_of(frame, number, sums);
}

void draw_card(Picture& picture, Box box, const Frame& frame, std::uint32_t number, const StageOptions& options,
               const View& view) {
  const float text = view.text;
  const ThreadNow& thread = frame.threads[number];
  const bool selected = number == frame.thread;
  const bool partner = frame.partner && frame.partner->thread == number;
  const Ink line = selected ? Ink::now : partner ? Ink::other : Ink::edge;
  picture.shapes.push_back({box, Ink::panel, line, selected || partner ? 2.0F : 1.0F, 0.3F * text, 1, Mark::none});
  const Ink ink = ink_at(frame, thread);
  const Box badge{box.x + 0.4F * text, box.y + 0.45F * text, 0.45F * text, box.h - 0.9F * text};
  picture.shapes.push_back({badge, ink, Ink::on_ink, 1, 0.1F * text, 1, mark_of(thread.activity)});
  const float x = badge.right() + 0.5F * text, w = box.right() - x - 0.4F * text;
  const std::string name = thread_name(frame.scenery->launch(), number);
  const float wide = std::max(0.34F * w, text_width(name, 0.9F * text, Face::mono) + 0.2F * text);
  put(picture, {x, box.y + 0.2F * text, wide, 1.3F * text}, name, 0.9F * text, Ink::text, Face::mono);
  put_first(picture, {x + wide, box.y + 0.2F * text, w - wide, 1.3F * text},
            {state_of(frame, thread), std::string(word_of(frame.scenery->launch(), thread.activity))}, 0.8F * text,
            Ink::dim, Face::sans, Align::right);
  // The numbers, if they fit into a narrow card.
  const std::string brief = short_sum_of(frame, number);
  const bool makes_none = !thread.sum && !thread.makes_c;
  put(picture, {x, box.y + 1.5F * text, w, 1.3F * text},
      first_that_fits(
          {sum_of(frame, number), makes_none ? std::string(frame.scenery->words().without_sum[1]) : brief, brief}, w,
          0.8F * text, Face::mono),
      0.9F * text, thread.makes_c ? Ink::text : Ink::dim, Face::mono);
  picture.hits.push_back({box, target_of(options, Target::Kind::thread, number)});
}

// The block's shape; one long row becomes the rows that fill the room best. The layers of a three-dimensional block are
// below each other, or their rows side by side if they would be a thin strip.
Size2 shape_of(const Launch& launch, float wide, float high) {
  constexpr unsigned longest_row = 8;
  if (launch.block_depth > 1) {
    Size2 shape = launch.block;
    while (shape.y > shape.x && shape.y % 2 == 0) shape = {2 * shape.x, shape.y / 2};
    return shape;
  }
  if (launch.block.y > 1 || launch.block.x <= longest_row) return launch.block;
  // Not a square, which would look like a block of rows and columns.
  const unsigned columns = columns_for(launch.block.x, wide, high);
  const unsigned row = launch.block.x % longest_row == 0 ? std::max(columns, longest_row) : columns;
  return {row, launch.block.x / row};
}

// The grid's shape; one long row or column becomes the rows that fill the room best.
Size2 shape_of_grid(Size2 grid, float wide, float high) {
  constexpr std::uint64_t longest = 8;
  const std::uint64_t blocks = grid.count();
  if ((grid.x > 1 && grid.y > 1) || blocks <= longest || blocks > 65'536) return grid;
  const unsigned columns = columns_for(static_cast<std::uint32_t>(blocks), wide, high);
  return {columns, static_cast<unsigned>(blocks / columns)};
}

// Arrows from the giver of a value to its receiver. Those of the selected thread stand out, and are the only ones if
// threads are drawn too small for more.
void draw_shuffles(Picture& picture, const Grid& grid, const Frame& frame, float text) {
  for (const bool selected : {false, true})
    for (const Shuffle& shuffle : frame.shuffles) {
      if (!shuffle.giver || *shuffle.giver == shuffle.thread || *shuffle.giver >= frame.threads.size()) continue;
      const bool is_own = shuffle.thread == frame.thread || *shuffle.giver == frame.thread;
      if (is_own != selected || (!is_own && grid.cell_box(0).w < text)) continue;
      picture.lines.push_back({.from = grid.cell_box(*shuffle.giver).middle(),
                               .to = grid.cell_box(shuffle.thread).middle(),
                               .ink = is_own ? Ink::now : Ink::dim,
                               .width = (is_own ? 0.16F : 0.07F) * text,
                               .arrow = true});
    }
}

// Draws all threads as cells at `place`. Returns the bottom.
float draw_cells(Picture& picture, Point place, Size2 shape, float side, const Frame& frame,
                 const StageOptions& options, const View& view) {
  const Box box{place.x, place.y, side * static_cast<float>(shape.x), side * static_cast<float>(shape.y)};
  Grid grid = grid_in(box, shape.y, shape.x, "threads", Ink::border);
  grid.first = target_of(options, Target::Kind::thread, 0);
  if (const unsigned row = frame.scenery->launch().block.x; row > 1 && shape.x > row && shape.x % row == 0)
    grid.block_columns = frame.scenery->launch().block_depth > 1 ? row : 0;
  for (const ThreadNow& thread : frame.threads) grid.cells.push_back(thread_cell(frame, thread));
  if (side >= 2 * view.text)
    for (std::uint32_t n = 0; n < frame.threads.size(); ++n) {
      if (!frame.threads[n].sum || grid.cells[n].mark == Mark::cross) continue;  // a number under a cross is unreadable
      const Box inside = grid.cell_box(n).inset(0.03F * side);
      const std::string sum = value_name(*frame.threads[n].sum);
      const float size = size_in_cell({side, side}, text_width(sum, 1, Face::sans), 0.36F, view);
      if (size <= 0) continue;  // a number without its end would be another number
      put(picture, inside, sum, size, grid.cells[n].strength > 140 ? Ink::on_ink : Ink::text, Face::sans,
          Align::center);
    }
  if (options.launch == 0)
    for (const std::uint32_t thread : view.linked_threads)
      if (thread < frame.threads.size()) frame_in(picture, grid.cell_box(thread), Ink::text, 2);
  frame_in(picture, grid.cell_box(frame.thread), Ink::now, 2);
  if (frame.partner) frame_in(picture, grid.cell_box(frame.partner->thread), Ink::other, 2);
  draw_shuffles(picture, grid, frame, view.text);
  const float bottom = grid.box.bottom();
  picture.grids.push_back(std::move(grid));
  return bottom;
}

// The side of a thread's cell in that room.
float side_in(Size2 block, float wide, float high, float most) {
  const float side = std::min({wide / static_cast<float>(block.x), high / static_cast<float>(block.y), most});
  return side >= 6 ? std::floor(side) : side;
}

constexpr float card_step = 3.3F;   // the height of a thread's card and the gap below it, in units of the text size
constexpr float least_card = 11;    // its width
constexpr float part_title = 1.6F;  // of the threads and of the grid

// Cells and, if there is room, the card of the selected thread below them.
void draw_cells_and_card(Picture& picture, Box room, const Frame& frame, const StageOptions& options,
                         const View& view) {
  const float text = view.text, card = 3 * text, gap = 0.6F * text;
  const bool has_card = room.w >= least_card * text && room.h >= 3 * card;
  const float high = has_card ? room.h - card - gap : room.h;
  const Size2 shape = shape_of(frame.scenery->launch(), room.w, std::min(room.w, high));
  const float side = side_in(shape, room.w, high, 3 * text);
  const float bottom = draw_cells(picture, {room.x, room.y}, shape, side, frame, options, view);
  if (has_card) draw_card(picture, {room.x, bottom + gap, room.w, card}, frame, frame.thread, options, view);
}

Activity activity_of_block(const Frame& frame, std::size_t block) {
  const Scenery& scenery = *frame.scenery;
  Activity found = Activity::guarded;
  for (std::uint32_t thread = 0; thread < scenery.threads_per_block(); ++thread) {
    found = scenery.activity(scenery.order().path_of(block, thread), frame.step);
    if (found != Activity::guarded && found != Activity::done) break;
  }
  return frame.at_begin ? Activity::ready : found;
}

// The recorded part of the grid, with buttons for more and fewer blocks.
void draw_window(Picture& picture, Box line, std::size_t recorded, float text) {
  const float side = 1.3F * text;
  const auto sign = [&](float x, bool is_plus) {
    const Box box{x, line.y, side, side}, inner = box.inset(0.35F * text);
    const Point middle = box.middle();
    picture.shapes.push_back({box, Ink::cell, Ink::edge, 1, 0.2F * text, 1, Mark::none});
    picture.lines.push_back({{inner.x, middle.y}, {inner.right(), middle.y}, Ink::text, 0.13F * text});
    if (is_plus) picture.lines.push_back({{middle.x, inner.y}, {middle.x, inner.bottom()}, Ink::text, 0.13F * text});
    picture.hits.push_back({box, {.kind = Target::Kind::window, .number = is_plus ? 1U : 0U}});
  };
  const float buttons = 2 * side + 0.3F * text;
  put_first(picture, {line.x, line.y, line.w - buttons - 0.4F * text, side},
            {fmt::format("recorded: {}; click any block", count_name(recorded)),
             fmt::format("recorded: {}", count_name(recorded)), count_name(recorded)},
            0.8F * text, Ink::dim);
  sign(line.right() - buttons, false);
  sign(line.right() - side, true);
}

}  // namespace

Cell thread_cell(const Frame& frame, const ThreadNow& thread) {
  Cell cell{ink_at(frame, thread), mark_of(thread.activity), 150, false, false};
  if (thread.activity == Activity::ready || thread.activity == Activity::done) cell.strength = 30;
  if (thread.activity == Activity::guarded) cell.strength = 0;
  const auto number = static_cast<std::uint32_t>(&thread - frame.threads.data());
  if (!is_lit(frame, number)) cell = {cell.ink, Mark::none, static_cast<std::uint8_t>(cell.strength / 4), false, false};
  return cell;
}

Point size_of_cards(const Frame& frame, const View& view) {
  const auto count = static_cast<float>(frame.threads.size());
  return {least_card * view.text, (part_title + card_step * count - 0.3F) * view.text};
}

void draw_threads(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view) {
  const float text = view.text;
  const std::string block = "block " + block_name(frame.scenery->launch(), frame.block);
  const std::string warp = fmt::format("warp {}", frame.thread / warp_lanes), of_warp = block + ", " + warp;
  if (frame.only_warp)
    put_first(picture, {room.x, room.y, room.w, 1.5F * text}, {of_warp + " highlighted", of_warp, warp}, 0.9F * text,
              Ink::text, Face::bold);
  else
    put_first(picture, {room.x, room.y, room.w, 1.5F * text}, {"threads of " + block, "threads"}, 0.9F * text,
              Ink::text, Face::bold);
  const Point cards = size_of_cards(frame, view);
  const Box below{room.x, room.y + part_title * text, room.w, room.h - part_title * text};
  if (cards.x > room.w + 0.5F || cards.y > room.h + 0.5F)
    return draw_cells_and_card(picture, below, frame, options, view);
  for (std::uint32_t n = 0; n < frame.threads.size(); ++n) {
    const float step = card_step * text;
    const Box card{below.x, below.y + step * static_cast<float>(n), below.w, step - 0.3F * text};
    draw_card(picture, card, frame, n, options, view);
    const bool linked =
        std::find(view.linked_threads.begin(), view.linked_threads.end(), n) != view.linked_threads.end();
    if (linked && options.launch == 0) frame_in(picture, card.inset(-2), Ink::text, 2);
  }
}

float draw_few_threads(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view) {
  const float text = view.text, name = 1.05F * text_width("threads", 0.85F * text, Face::sans) + 0.6F * text;
  const float widest = 0.4F * room.w - name;
  const Size2 block = shape_of(frame.scenery->launch(), widest, room.h);
  const float high_most = block.y == 1 ? 1.3F * text : room.h;
  const float side = side_in(block, widest, high_most, 1.5F * text), wide = side * static_cast<float>(block.x);
  const float x = room.right() - wide, high = side * static_cast<float>(block.y);
  draw_cells(picture, {x, room.bottom() - high}, block, side, frame, options, view);
  put(picture, {x - name, room.bottom() - high, name - 0.6F * text, std::min(high, 1.5F * text)}, "threads",
      0.85F * text, Ink::dim, Face::sans, Align::right);
  return wide + name;
}

namespace {

// "grid: 3 wide × 2 high" for two rows, "grid: 4 blocks" for one.
std::string blocks_of_grid(const Launch& launch) {
  const std::string sides = sides_in_words(launch.grid, launch.grid_depth, " × ");
  return fmt::format("grid: {}{}", sides, launch.grid.y > 1 ? "" : launch.grid.x == 1 ? " block" : " blocks");
}

// The same in a narrow room. The sides of a square grid need no direction.
std::string blocks_in_brief(const Launch& launch) {
  const unsigned x = launch.grid.x, y = launch.grid.y / launch.grid_depth;
  if (launch.grid_depth > 1 || launch.grid.y == 1) return fmt::format("grid: {}", launch.grid.count());
  return x == y ? fmt::format("grid: {} × {}", x, y) : fmt::format("grid (x, y): {} × {}", x, y);
}

}  // namespace

void draw_blocks(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view) {
  const float text = view.text;
  const Size2 grid_size = frame.scenery->launch().grid;
  const std::string blocks = blocks_of_grid(frame.scenery->launch());
  put_first(picture, {room.x, room.y, room.w, 1.5F * text},
            {blocks, blocks_in_brief(frame.scenery->launch()), many(grid_size.count(), "block"), "grid"}, 0.9F * text,
            Ink::text, Face::bold);
  const bool is_window = !frame.scenery->fully_recorded();
  if (is_window)
    draw_window(picture, {room.x, room.y + 1.5F * text, room.w, 1.5F * text}, frame.scenery->blocks().size(), text);
  const float head = (is_window ? 1.5F + part_title : part_title) * text;
  const Size2 shape = shape_of_grid(grid_size, room.w, room.h - head);
  float side = std::min(room.w / static_cast<float>(shape.x), (room.h - head) / static_cast<float>(shape.y));
  side = std::min(side, 3.4F * text);
  if (side >= 6) side = std::floor(side);
  if (side <= 0) return;
  Grid grid;
  grid.box = {room.x, room.y + head, side * static_cast<float>(shape.x), side * static_cast<float>(shape.y)};
  lay_out(grid, shape.y, shape.x, merged_at(side), Cell{Ink::faint, Mark::dot, 0, false, false});
  grid.name = "blocks";
  grid.first = target_of(options, Target::Kind::block, 0);
  const auto box_of = [&](std::size_t block) {
    const Box box{grid.box.x + side * static_cast<float>(block % shape.x),
                  grid.box.y + side * static_cast<float>(block / shape.x), side, side};
    return side < 6 ? at_least(box, 6) : box;
  };
  for (const std::size_t block : frame.scenery->blocks()) {
    const Activity activity = activity_of_block(frame, block);
    const bool idle = activity == Activity::ready || activity == Activity::done || activity == Activity::guarded;
    show_in(grid, static_cast<std::uint32_t>(block / shape.x), static_cast<std::uint32_t>(block % shape.x),
            {ink_of(*frame.scenery, activity, frame.step), Mark::none, static_cast<std::uint8_t>(idle ? 25 : 110),
             false, false});
    if (side >= 2.2F * text)
      put(picture, box_of(block).inset(2), block_name(frame.scenery->launch(), block), 0.8F * text, Ink::text,
          Face::sans, Align::center);
  }
  if (options.launch == 0)
    for (const std::uint32_t block : view.linked_blocks)
      if (block < grid_size.count() && block != frame.block)
        frame_in(picture, box_of(block), Ink::text, std::max(2.0F, 0.16F * text));
  frame_in(picture, box_of(frame.block), Ink::c, std::max(2.0F, 0.16F * text));
  picture.grids.push_back(std::move(grid));
}

}  // namespace tilescope
