// Numbers and characters in the cells of arrays: how they are written, and how much room they want.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/stage/words.h"

namespace tilescope {

// Of a number as a launch gives it.
[[nodiscard]] Value value_from(Number number, double value);
// Whether an array of chars holds letters, and not small numbers.
[[nodiscard]] bool holds_text(const Scenery& scenery, std::uint8_t array);
// "a", "\n", "\0".
[[nodiscard]] std::string character_name(const Value& value);
// How much wider than high its cells should be, for the widest value that it ever holds.
[[nodiscard]] float aspect_of(const Scenery& scenery, std::uint8_t array);

// A cell in which the widest of them can still be read.
[[nodiscard]] Point least_number_cell(const Scenery& scenery, std::uint8_t array, const View& view);

// Where numbers have no room, an element that nothing has happened to is the stronger the more it holds: of several
// that share a cell, the first. `value_of` has those of `grid`, row by row. Gives whether any is shaded.
bool shade_untouched(Grid& grid, const ValueRange& extent,
                     const std::function<std::optional<Value>(std::size_t)>& value_of);

struct CellNames {
  std::vector<std::string> names;  // nothing is a dot
  float size = 0;                  // of the letters, for all cells; 0: there is no room
};
// In full where that can be read, else short; where most can be read so and some cannot, these are "…".
[[nodiscard]] CellNames names_in_cells(const std::vector<std::optional<Value>>& values, bool as_text, float wide,
                                       float high, const View& view);

}  // namespace tilescope
