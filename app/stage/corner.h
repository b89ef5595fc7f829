// The large parts of a stage. Each one is drawn into its box.
#pragma once

#include "app/stage/outline.h"
#include "app/stage/parts.h"

namespace tilescope {

// The places of a product's three matrices, and the free space between them.
struct Corner {
  Box a, b, c;              // the grids
  Box free;                 // above A and left of B
  Point cell;               // the size of an element of B and C
  float wide_a = 0;         // the width of an element of A, which is as high
  float right = 0;          // where the room for text ends
  float titles = 0;         // the top of the titles of A and C, below them and below the tiles that reach beyond them
  bool has_rulers = false;  // numbers of rows and columns
  bool has_title_left = false;  // B's title is left of B, not above it

  // The side of the smallest square that fits into every element.
  [[nodiscard]] float side() const { return std::min({cell.x, cell.y, wide_a}); }
};

// Fits the matrices into `room`. Their elements are wider than high if the room is, and C's are wider than A's if only
// then C's numbers are readable. `free_least` stays free in the corner. A small stage has no row numbers. To save
// height, B's title is in the free corner if nothing else is, and there are no row numbers unless a class sees them.
[[nodiscard]] Corner fit_corner(const Scenery& scenery, Box room, const View& view, Point free_least,
                                bool is_small = false, bool saves_height = false);
// The size of the letters of numbers in the cells; 0 if they are unreadable.
[[nodiscard]] float number_size_in(const Corner& corner, const Scenery& scenery, const View& view);

// The smallest room in which every element has a readable number.
[[nodiscard]] Point matrices_with_numbers(const Scenery& scenery, const View& view);
// The smallest height, while saving height, in which every element has a number of this size.
[[nodiscard]] float height_with_numbers(const Scenery& scenery, const View& view, float size);

void draw_matrices(Picture& picture, const Corner& corner, const Frame& frame, const StageOptions& options,
                   const View& view);
// Any arrays side by side, in rows by their sides; long rows continue below.
void draw_arrays(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view);
// Returns the bottom.
float draw_shared(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view);
// The size in which every thread has a card with its sum.
[[nodiscard]] Point size_of_cards(const Frame& frame, const View& view);
void draw_threads(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view);
// Small cells at the right end of a line. Returns the width that they take.
float draw_few_threads(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view);
void draw_blocks(Picture& picture, Box room, const Frame& frame, const StageOptions& options, const View& view);

// The looks of an element that is only read, of an element that is written, of one in shared memory, and of a thread.
[[nodiscard]] Cell input_cell(const ElementNow& now, Ink ink, bool in_window, bool is_footprint, bool is_done);
[[nodiscard]] Cell result_cell(const ElementNow& now, const CElement& element, Ink ink, bool in_focus);
[[nodiscard]] Cell shared_cell(const SharedCell& cell, Ink ink);
[[nodiscard]] Cell thread_cell(const Frame& frame, const ThreadNow& thread);  // one of the frame's

// Marks a wrong value in a cell with this side: the ink of mistakes in place of the array's, so that right values look
// calmer, and a cross for readers who cannot tell the colours apart. A value that will be replaced is paler and not
// crossed out.
void mark_wrong(Cell& cell, float side, bool is_final);
inline constexpr std::uint8_t wrong_strength = 130;
// The width of the outline, in the array's ink, around the elements that the selected thread loads.
inline constexpr float width_around_needed = 2;
// A cell of several elements, some of which are wrong.
inline constexpr Cell wrong_among_others{Ink::bad, Mark::none, 255, false, false};

}  // namespace tilescope
