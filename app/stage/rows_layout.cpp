// Any arrays in rows, with the block's shared memory beside them or above them.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/stage/array_values.h"
#include "app/stage/fit_arrays.h"
#include "app/stage/stage_layout.h"

namespace tilescope {

namespace {

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

bool shares_short_lists(const Frame& frame) {
  return !frame.shared.empty() && std::all_of(frame.shared.begin(), frame.shared.end(), [&](const SharedNow& shared) {
    return frame.scenery->arrays()[shared.array].sides.size() < 2 && is_short_list(0, shared.cells.size());
  });
}

// Short lists in shared memory have the full width above the arrays, so that all short lists are alike.
std::pair<Box, Box> arrange_lists(const Box& room, const Frame& frame, float text) {
  const float high = std::min(0.45F * room.h, (4.4F + 4 * static_cast<float>(frame.shared.size())) * text);
  const float y = room.y + high + text;
  return {{room.x, y, room.w, room.bottom() - y}, {room.x, room.y, room.w, high}};
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
void draw_rows(Picture& picture, const Box& room, bool /*saves_height*/, const Frame& frame,
               const StageOptions& options, const View& view) {
  if (shares_short_lists(frame)) return draw_in(picture, arrange_lists(room, frame, view.text), frame, options, view);
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

// Shared memory is below the arrays if both fit.
float draw_small_rows(Picture& picture, const Box& room, const Frame& frame, const StageOptions& options,
                      const View& view) {
  const float text = view.text;
  const Box all{0, room.y, view.width, view.height - room.y - 4.7F * text};
  const bool shares = !frame.shared.empty() && all.h > 18 * text;
  const float gap = 1.2F * text, high = shares ? 0.5F * (all.h - gap) : room.h;
  draw_arrays(picture, {room.x, room.y, room.w, high}, frame, options, with_small_text(view));
  if (!shares) return room.bottom();
  draw_shared(picture, {room.x, room.y + high + gap, room.w, high}, frame, options, with_small_text(view));
  return all.bottom() - 1.5F * text;
}

// Saved height does not make numbers larger.
float numbers_in_rows(const Box&, bool, const Frame&, const View&) { return std::numeric_limits<float>::max(); }

}  // namespace

const StageLayout rows_layout{.holds_threads = false,
                              .shows_tiles = false,
                              .draw = draw_rows,
                              .draw_small = draw_small_rows,
                              .number_size = numbers_in_rows,
                              .with_numbers = [](const Scenery&, const View&) { return Point{}; },
                              .height_with_numbers = [](const Scenery&, const View&, float) { return 0.0F; }};

}  // namespace tilescope
