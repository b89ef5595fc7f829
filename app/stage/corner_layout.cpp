// A product's matrices around a corner, which holds the block's shared memory, its threads and the grid.
#include <algorithm>

#include "app/stage/stage_layout.h"

namespace tilescope {

namespace {

// The places of a product's parts: the matrices, the block's shared memory and threads, and the grid.
struct Arrangement {
  Corner corner;
  Box shared, threads, blocks;
};

constexpr float part_gap = 0.9F;   // between the parts of the corner, in units of the text size
constexpr float least_blocks = 5;  // the height of the grid

// Whether each thread has a card, and the grid is below them.
bool has_cards(const Point& room, const Frame& frame, const View& view) {
  const Point cards = size_of_cards(frame, view);
  const float blocks = frame.scenery->launch().grid.count() > 1 ? least_blocks * view.text : 0;
  return room.x + 0.5F >= cards.x && room.y >= cards.y + blocks;
}

// Threads above blocks; blocks are a strip if the threads need the height.
void share_column(Arrangement& all, const Box& room, const Frame& frame, const View& view) {
  const float text = view.text;
  const bool has_blocks = frame.scenery->launch().grid.count() > 1 && room.h >= 2 * least_blocks * text;
  const float threads = !has_blocks                                ? room.h
                        : has_cards({room.w, room.h}, frame, view) ? size_of_cards(frame, view).y
                                                                   : 0.58F * (room.h - part_gap * text);
  all.threads = {room.x, room.y, room.w, threads};
  if (!has_blocks) return;
  const float y = room.y + threads + part_gap * text;
  all.blocks = {room.x, y, room.w, room.bottom() - y};
}

// The threads and the grid beside shared memory, or beside each other if there is none.
void share_corner(Arrangement& all, const Box& room, const Frame& frame, const View& view) {
  const float text = view.text, gap = part_gap * text;
  if (frame.shared.empty()) {
    const float wide = 0.6F * (room.w - gap);
    all.threads = {room.x, room.y, wide, room.h};
    all.blocks = {room.x + wide + gap, room.y, room.w - wide - gap, room.h};
    return;
  }
  const float card = size_of_cards(frame, view).x;
  const bool is_roomy = room.w >= 2.1F * card && has_cards({card, room.h}, frame, view);
  const float wide = is_roomy ? card : std::clamp(0.24F * room.w, 5 * text, 9 * text);
  share_column(all, {room.x, room.y, wide, room.h}, frame, view);
  all.shared = {room.x + wide + gap, room.y, room.w - wide - gap, room.h};
}

// All parts are in the free corner between A and B, or in a column beside the matrices if the corner would make the
// matrices too small.
Arrangement arrange(const Box& room, const Frame& frame, const View& view, bool saves_height) {
  const float text = view.text, tile = std::min(static_cast<float>(frame.scenery->launch().tile), 8.0F);
  const bool has_shared = !frame.shared.empty(), is_narrow = room.w < narrow * text;
  const float least_high = is_narrow ? 6 : 7;
  const Point least = has_shared ? Point{(is_narrow ? 11 : 16) * text, std::max(least_high, 3.5F + 1.3F * tile) * text}
                                 : Point{10 * text, 5 * text};
  Arrangement inside{fit_corner(*frame.scenery, room, view, least), {}, {}, {}};
  const float wide = (is_narrow ? 7 : 11) * text, gap = 1.2F * text;
  const Box right{room.x + wide + gap, room.y, room.w - wide - gap, room.h};
  Arrangement apart{fit_corner(*frame.scenery, right, view, {0, 0}, false, saves_height), {}, {}, {}};
  const auto area = [](const Corner& corner) { return corner.cell.x * corner.cell.y; };
  const auto has_numbers = [&](const Corner& corner) { return number_size_in(corner, *frame.scenery, view) > 0; };
  if (area(inside.corner) >= 0.75F * area(apart.corner) && (has_numbers(inside.corner) || !has_numbers(apart.corner))) {
    const Box& free = inside.corner.free;
    share_corner(inside, {free.x, free.y, free.w, free.h - 0.4F * text}, frame, view);
    return inside;
  }
  if (has_shared) apart.shared = {room.x, room.y, wide, 0.55F * room.h};
  const float y = has_shared ? apart.shared.bottom() + part_gap * text : room.y;
  share_column(apart, {room.x, y, wide, room.bottom() - y}, frame, view);
  return apart;
}

void draw_corner(Picture& picture, const Box& room, bool saves_height, const Frame& frame, const StageOptions& options,
                 const View& view) {
  const Arrangement all = arrange(room, frame, view, saves_height);
  if (all.shared.w > 0) draw_shared(picture, all.shared, frame, options, view);
  draw_matrices(picture, all.corner, frame, options, view);
  if (frame.steps == 0) return;
  draw_threads(picture, all.threads, frame, options, view);
  if (all.blocks.w > 0) draw_blocks(picture, all.blocks, frame, options, view);
}

float draw_small_corner(Picture& picture, const Box& room, const Frame& frame, const StageOptions& options,
                        const View& view) {
  const Corner corner = fit_corner(*frame.scenery, room, with_small_text(view), {0, 0}, true);
  draw_matrices(picture, corner, frame, options, with_small_text(view));
  return corner.titles;
}

float numbers_in_corner(const Box& room, bool saves_height, const Frame& frame, const View& view) {
  return number_size_in(arrange(room, frame, view, saves_height).corner, *frame.scenery, view);
}

}  // namespace

const StageLayout corner_layout{.holds_threads = true,
                                .shows_tiles = true,
                                .draw = draw_corner,
                                .draw_small = draw_small_corner,
                                .number_size = numbers_in_corner,
                                .with_numbers = matrices_with_numbers,
                                .height_with_numbers = height_with_numbers};

}  // namespace tilescope
