// The parts that a stage is put together from. Each draws itself into the box it is given.
#pragma once

#include "app/stage/stage.h"

namespace tilescope {

inline constexpr float narrow = 27;  // sizes of the text: with less width there are fewer words

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

// Small things that all of them need.
// How large a number is in a cell of that side: at most that share of it, and 0 where it would be too small to be read.
// `wide` is the number's width in letters of size 1.
[[nodiscard]] float size_in_cell(float side, float wide, float share, const View& view);
void put(Picture& picture, Box box, std::string text, float size, Ink ink = Ink::text, Face face = Face::sans,
         Align align = Align::left);
// As how many columns so many cells get largest in that room, with no cell missing in the last row.
[[nodiscard]] std::uint32_t columns_for(std::uint32_t cells, float wide, float high);
// So many cells of no content yet.
[[nodiscard]] Grid grid_in(Box box, std::uint32_t rows, std::uint32_t columns, std::string name, Ink border);
// Around what is in the picture.
void frame_in(Picture& picture, Box box, Ink ink, float width);
// What a cell holds, in its middle. Below a cross it could not be read, so it has a ground of its own there.
void put_in_cell(Picture& picture, const Box& box, const std::string& value, float size, const Cell& cell);
// The first of these wordings that fits.
void put_first(Picture& picture, Box box, std::initializer_list<std::string> wordings, float size, Ink ink = Ink::text,
               Face face = Face::sans, Align align = Align::left);
[[nodiscard]] Target target_of(const StageOptions& options, Target::Kind kind, std::uint32_t number,
                               std::uint8_t array = 0);

}  // namespace tilescope
