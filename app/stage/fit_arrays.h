// Lays out arrays of any sides in one room: their places, rows and cell sizes.
#pragma once

#include <cstdint>
#include <vector>

#include "app/stage/picture.h"

namespace tilescope {

// A list with at most this many elements is one row, wherever it is shown.
constexpr std::uint32_t longest_single_row = 32;

// An array, or a slice of one.
struct ArrayToFit {
  std::uint64_t elements = 1;
  std::uint32_t row = 0;                               // elements per row; 0: one long row, wrapped if necessary
  std::uint32_t parts = 1;                             // rows begin at multiples of this
  float aspect = 1;                                    // the width of a cell over its height
  float least_number_wide = 0, least_number_high = 0;  // the smallest cell with a readable number; 0: any
  float list_wide = 0;                                 // the width of a cell if it is a short list; 0: any
  float least_wide = 0;                                // the width of its title
  float name_wide = 0;                                 // the width of its name alone; 0: the same as the title
  float above = 0, below = 0;                          // heights of the words above and below its cells
  float index_wide = 0;                                // the width of the indices left of its rows, if it has several
  std::uint32_t beyond = 0;                            // free cells after a single row, for accesses out of bounds
  bool begins_line = false;                            // another kind of array than the previous one
};

[[nodiscard]] inline bool is_short_list(std::uint32_t row, std::uint64_t elements) {
  return row == 0 && elements <= longest_single_row;
}

struct FittedArray {
  std::uint32_t rows = 1, columns = 1;  // in cells; the last row may be partial
  float cell_wide = 0, cell_high = 0;
  Box place;  // with its title
  Box box;    // of its cells

  // The place of an element.
  [[nodiscard]] Box box_of(std::uint64_t element) const {
    return {box.x + cell_wide * static_cast<float>(element % columns),
            box.y + cell_high * static_cast<float>(element / columns), cell_wide, cell_high};
  }
};

// In the given order, from left to right, with line breaks, and with the largest cells for which all arrays fit. Last
// arrays that do not fit at any cell size are left out.
[[nodiscard]] std::vector<FittedArray> fit_arrays(const std::vector<ArrayToFit>& arrays, Box room, float text);

// Adds a grid whose last row may be partial. A partial row becomes a grid of its own, which continues the numbering.
void put_rows(Picture& picture, Grid grid, std::uint64_t elements);

}  // namespace tilescope
