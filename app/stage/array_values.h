// The text of numbers and characters in the cells of arrays, and the room that they need.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/stage/words.h"

namespace tilescope {

// Converts a number that a launch gives.
[[nodiscard]] Value value_from(Number number, double value);
// The current value of an element in global memory, or in shared memory of the focused block; empty if the array starts
// empty and no thread has written the element.
[[nodiscard]] std::optional<Value> value_now(const Frame& frame, const ElementOf& of);
// Whether an array of chars holds text rather than small numbers.
[[nodiscard]] bool holds_text(const Scenery& scenery, std::uint8_t array);
// "a", "\n", "\0".
[[nodiscard]] std::string character_name(const Value& value);
// How much wider than high the array's cells should be, for the widest value that it ever holds.
[[nodiscard]] float aspect_of(const Scenery& scenery, std::uint8_t array);

// The width of the array's widest value at letter size 1, in the whole launch: with all digits, shortened, and with at
// most one decimal.
struct WidestNames {
  float full = 0, brief = 0, rounded = 0;
};
[[nodiscard]] WidestNames widest_names(const Scenery& scenery, std::uint8_t array);
// The smallest cell in which the array's widest value is readable.
[[nodiscard]] Point least_number_cell(const Scenery& scenery, std::uint8_t array, const View& view);

// Accesses out of bounds are shown in free cells after a short list, if there are any in the whole launch.
inline constexpr std::uint32_t cells_for_strays = 4;
[[nodiscard]] bool goes_astray(const Frame& frame, std::uint8_t array);

// The width of the cells of all lists that are one row, in global and in shared memory, if the longest is to fit.
[[nodiscard]] float list_cell_wide(const Frame& frame, float room, const View& view);

// If numbers do not fit, untouched elements are shaded by value; if several share a cell, by the first one. `value_of`
// gives the values of `grid`, row by row. Returns whether any cell is shaded.
bool shade_untouched(Grid& grid, const ValueRange& extent,
                     const std::function<std::optional<Value>(std::size_t)>& value_of);

inline constexpr float share_of_cell = 0.46F;  // the height of letters relative to a roomy cell

struct CellNames {
  std::vector<std::string> names;  // untouched elements are dots
  float size = 0;                  // of the letters, for all cells; 0: numbers do not fit
  bool is_rounded = false;         // to one decimal
};
// In full if that is readable, otherwise short, otherwise with one decimal. If most numbers are readable, the others
// are "…". If the widest names of the whole launch fit, letters keep their size during playback.
[[nodiscard]] CellNames names_in_cells(const std::vector<std::optional<Value>>& values, bool as_text, float wide,
                                       float high, const View& view, const WidestNames& widest = {});

}  // namespace tilescope
