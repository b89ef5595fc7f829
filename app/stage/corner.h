// The large parts of a stage. Each draws itself into its box.
#pragma once

#include "app/stage/parts.h"

namespace tilescope {

// Where the three matrices of a product stand, and the free space between them.
struct Corner {
  Box a, b, c;                // the grids
  Box free;                   // above A and left of B
  float cell = 0;             // the side of an element
  float right = 0;            // where the room for words ends
  bool has_rulers = false;    // numbers of rows and columns
  bool titles_aside = false;  // beside the matrices, if there is little height
};

// Fits the matrices into `room`, with titles above them, or beside them if that makes them larger; `free_least` stays
// free in the corner.
// A small matrix has no numbers beside its rows.
[[nodiscard]] Corner fit_corner(const Launch& launch, Box room, float text, Point free_least, bool is_small = false);

void draw_matrices(Picture& picture, const Corner& corner, const Frame& frame, const StageOptions& options,
                   const View& view);
// Any arrays side by side, in rows by their sides: rows that are too long continue below.
void draw_arrays(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view);
// Returns the bottom. As a column, a product's tiles stand one below the other.
float draw_shared(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view,
                  bool is_column = false);
void draw_threads(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view);
// As small cells at the right, if they fit.
// Their greatest height in that room: one row is no higher than a line of text.
[[nodiscard]] float few_threads_high(const Frame& frame, float room, const View& view);
void draw_few_threads(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view);
void draw_blocks(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view);

// The look of an element that is only read, and of one that is written.
[[nodiscard]] Cell input_cell(const ElementNow& now, Ink ink, bool in_window, bool is_footprint, bool is_done);
[[nodiscard]] Cell result_cell(const ElementNow& now, const CElement& element, Ink ink, bool in_focus);

// The mark of a wrong value in a cell of that side, and the outline of all such cells.
void mark_wrong(Cell& cell, float side);
[[nodiscard]] inline float width_around_wrong(const View& view) { return std::max(2.0F, 0.16F * view.text); }
// For a cell of several elements, some of which are wrong.
inline constexpr Cell wrong_among_others{Ink::bad, Mark::none, 255, false, false};

}  // namespace tilescope
