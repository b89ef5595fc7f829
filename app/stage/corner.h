// The large parts of a stage. Each one is drawn into its box.
#pragma once

#include "app/stage/parts.h"

namespace tilescope {

// The places of a product's three matrices, and the free space between them.
struct Corner {
  Box a, b, c;                // the grids
  Box free;                   // above A and left of B
  float cell = 0;             // the side of an element
  float right = 0;            // where the room for text ends
  bool has_rulers = false;    // numbers of rows and columns
  bool titles_aside = false;  // beside the matrices, if the room is low
};

// Fits the matrices into `room`, with titles above them, or beside them if that makes the matrices larger. `free_least`
// stays free in the corner. A small stage has no row numbers.
[[nodiscard]] Corner fit_corner(const Launch& launch, Box room, float text, Point free_least, bool is_small = false);

void draw_matrices(Picture& picture, const Corner& corner, const Frame& frame, const StageOptions& options,
                   const View& view);
// Any arrays side by side, in rows by their sides; long rows continue below.
void draw_arrays(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view);
// Returns the bottom. In a column, a product's tiles are one below the other.
float draw_shared(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view,
                  bool is_column = false);
void draw_threads(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view);
// The maximum height of the cells that draw_few_threads puts at the right, if they fit: a single row is no higher than
// a line of text.
[[nodiscard]] float few_threads_high(const Frame& frame, float room, const View& view);
void draw_few_threads(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view);
void draw_blocks(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view);

// The looks of an element that is only read, and of an element that is written.
[[nodiscard]] Cell input_cell(const ElementNow& now, Ink ink, bool in_window, bool is_footprint, bool is_done);
[[nodiscard]] Cell result_cell(const ElementNow& now, const CElement& element, Ink ink, bool in_focus);

// Marks a wrong value in a cell with this side, and the width of the outline around all wrong cells.
void mark_wrong(Cell& cell, float side);
[[nodiscard]] inline float width_around_wrong(const View& view) { return std::max(2.0F, 0.16F * view.text); }
// A cell of several elements, some of which are wrong.
inline constexpr Cell wrong_among_others{Ink::bad, Mark::none, 255, false, false};

}  // namespace tilescope
