// The large parts that a stage is put together from. Each draws itself into the box it is given.
#pragma once

#include "app/stage/parts.h"

namespace tilescope {

// Where the three matrices of a product stand, and what is left free between them.
struct Corner {
  Box a, b, c;                // the grids
  Box free;                   // above A and left of B
  float cell = 0;             // the side of an element
  float right = 0;            // where there is no more room for words
  bool has_rulers = false;    // numbers of rows and columns
  bool titles_aside = false;  // beside the matrices, where there is little height
};

// Fits the matrices into `room`, with titles above them, or beside them where they get larger by that; `free_least` is
// kept free in the corner.
// A small one has no numbers beside its rows.
[[nodiscard]] Corner fit_corner(const Launch& launch, Box room, float text, Point free_least, bool is_small = false);

void draw_matrices(Picture& picture, const Corner& corner, const Frame& frame, const StageOptions& options,
                   const View& view);
// Any arrays, one beside the other, as their sides say: rows that are too long go on below.
void draw_arrays(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view);
// Gives how far down it comes. As a column, a product's tiles stand one below the other.
float draw_shared(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view,
                  bool is_column = false);
void draw_threads(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view);
// As small cells at the right, if there is room for them.
// How high they are in that room at most: one row is no higher than a line.
[[nodiscard]] float few_threads_high(const Frame& frame, float room, const View& view);
void draw_few_threads(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view);
void draw_blocks(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view);

// How an element looks that is only read, and one that is written.
[[nodiscard]] Cell input_cell(const ElementNow& now, Ink ink, bool in_window, bool is_footprint, bool is_done);
[[nodiscard]] Cell result_cell(const ElementNow& now, const CElement& element, Ink ink, bool in_focus);

// How it is shown that what a cell of that side holds is wrong, and what is drawn around all such cells.
void mark_wrong(Cell& cell, float side);
[[nodiscard]] inline float width_around_wrong(const View& view) { return std::max(2.0F, 0.16F * view.text); }
// Of one that stands for several elements, some of which are wrong.
inline constexpr Cell wrong_among_others{Ink::bad, Mark::none, 255, false, false};

}  // namespace tilescope
