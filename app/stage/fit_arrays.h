// How arrays of any sides share a room: their places, their rows, and the size of their cells.
#pragma once

#include <cstdint>
#include <vector>

#include "app/stage/picture.h"

namespace tilescope {

// A list of at most this many elements is one row; or two or four, if its numbers are readable only then.
constexpr std::uint32_t longest_single_row = 32;

// A unit of the layout: an array, or a slice of one.
struct ArrayToFit {
  std::uint64_t elements = 1;
  std::uint32_t row = 0;    // elements per row, by its sides; 0: one long row, broken where it has to be
  std::uint32_t parts = 1;  // rows begin at multiples of this
  float aspect = 1;         // the width of a cell over its height
  float least_number_wide = 0, least_number_high = 0;  // a cell in which its widest number is readable; 0: any
  float least_wide = 0;                                // for its title
  float name_wide = 0;                                 // for its name alone; 0: as for its title
  float above = 0, below = 0;                          // heights of the words above and below its cells
  float index_wide = 0;                                // beside its rows, if it has several
  std::uint32_t beyond = 0;  // free cells after the end of a single row, for accesses out of bounds
  bool begins_line = false;  // is another kind of array than the previous one
};

struct FittedArray {
  std::uint32_t rows = 1, columns = 1;  // of cells, the last row full or not
  float cell_wide = 0, cell_high = 0;
  Box place;  // with its title
  Box box;    // of its cells

  // The place of an element.
  [[nodiscard]] Box box_of(std::uint64_t element) const {
    return {box.x + cell_wide * static_cast<float>(element % columns),
            box.y + cell_high * static_cast<float>(element / columns), cell_wide, cell_high};
  }
};

// In their order, from left to right, with line breaks; with the largest cells for which all fit. Arrays at the end
// that fit with no cell size are left out.
[[nodiscard]] std::vector<FittedArray> fit_arrays(const std::vector<ArrayToFit>& arrays, Box room, float text);

// Adds a grid whose last row may be partial: that row is then a grid of its own, which continues the numbers.
void put_rows(Picture& picture, Grid grid, std::uint64_t elements);

}  // namespace tilescope
