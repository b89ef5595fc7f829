// The two layouts of a stage: a product's matrices around a corner, and any arrays in rows.
#pragma once

#include "app/stage/corner.h"

namespace tilescope {

struct StageLayout {
  bool holds_threads;  // and the grid, in the free corner; otherwise, they are in a strip beside the room
  bool shows_tiles;    // for what threads need in a phase; shared memory holds the same tiles
  void (*draw)(Picture& picture, const Box& room, bool saves_height, const Frame& frame, const StageOptions& options,
               const View& view);
  // With fewer words, for a comparison. Returns the bottom.
  float (*draw_small)(Picture& picture, const Box& room, const Frame& frame, const StageOptions& options,
                      const View& view);
  // The size of the numbers in the cells.
  float (*number_size)(const Box& room, bool saves_height, const Frame& frame, const View& view);
  // The smallest room, and the smallest height, with numbers in all cells; 0: unknown.
  Point (*with_numbers)(const Scenery& scenery, const View& view);
  float (*height_with_numbers)(const Scenery& scenery, const View& view, float size);
};
extern const StageLayout corner_layout, rows_layout;

[[nodiscard]] inline const StageLayout& layout_of(const Scenery& scenery) {
  return scenery.has_matrices() ? corner_layout : rows_layout;
}

[[nodiscard]] inline View with_small_text(View view) {
  view.text *= 0.85F;
  return view;
}

}  // namespace tilescope
