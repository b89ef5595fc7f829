// How arrays of any sides share a room: where each one stands, in how many rows, and how large its cells are.
#pragma once

#include <cstdint>
#include <vector>

#include "app/stage/picture.h"

namespace tilescope {

// A list of no more elements is one row; or two or four, where its numbers can be read only then.
constexpr std::uint32_t longest_single_row = 32;

// What has to stand together: an array, or a slice of one.
struct ArrayToFit {
  std::uint64_t elements = 1;
  std::uint32_t row =
      0;  // so many lie in a row, as its sides say; 0: all do, and a row of many goes on where it has to
  std::uint32_t parts = 1;                             // no row begins within so many
  float aspect = 1;                                    // a cell is so much wider than high
  float least_number_wide = 0, least_number_high = 0;  // a cell in which its widest number can be read; 0: no matter
  float least_wide = 0;                                // for its title
  float name_wide = 0;                                 // for its name alone; 0: as its title
  float above = 0, below = 0;                          // heights of what is said over and under its cells
  float index_wide = 0;                                // beside its rows, where it has several
  std::uint32_t beyond = 0;  // cells behind the end of a single row that stay free, for what goes astray
  bool begins_line = false;  // is another sort of array than the one before
};

struct FittedArray {
  std::uint32_t rows = 1, columns = 1;  // of cells, the last row filled or not
  float cell_wide = 0, cell_high = 0;
  Box place;  // with its title
  Box box;    // of its cells

  // Where an element is seen.
  [[nodiscard]] Box box_of(std::uint64_t element) const {
    return {box.x + cell_wide * static_cast<float>(element % columns),
            box.y + cell_high * static_cast<float>(element / columns), cell_wide, cell_high};
  }
};

// In their order, from left to right, and below where a line is full; with the largest cells that let all fit. Those
// that fit with none are left out at the end.
[[nodiscard]] std::vector<FittedArray> fit_arrays(const std::vector<ArrayToFit>& arrays, Box room, float text);

// Puts a grid into the picture whose last row may not be full: that is then a grid of its own, which counts on.
void put_rows(Picture& picture, Grid grid, std::uint64_t elements);

}  // namespace tilescope
