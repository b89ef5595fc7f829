// The names and colours of elements, threads, values and activities.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/replay/frame.h"
#include "app/stage/picture.h"

namespace tilescope {

// The size and scale of a picture, and what is pointed at.
struct View {
  float width = 0, height = 0;  // what can be seen without scrolling
  float from = 0;               // how far the picture is scrolled
  float text = 15;              // the size of plain text; other sizes follow from it
  float least = 0.6F;  // in units of the text size: smaller numbers are left out, and the cell's colour remains
  [[nodiscard]] bool is_for_a_class() const { return least > 0.7F; }
  float target = 0;  // the least side of a button for a finger; 0: a mouse is used
  [[nodiscard]] bool is_for_a_finger() const { return target > 0; }
  bool is_guessing = false;  // a question is open, so totals of the launch might answer it
  Target hovered, selected;
  // Linked to the line or the element under the pointer, in the launch in focus.
  std::span<const ElementOf> linked_elements;
  std::span<const std::uint32_t> linked_lines;
  std::span<const std::uint32_t> linked_threads;  // of the block in focus
  std::span<const std::uint32_t> linked_blocks;

  [[nodiscard]] std::vector<std::uint32_t> linked_in(std::uint8_t array) const;
  // Whether the element or the thread is linked, selected or under the pointer.
  [[nodiscard]] bool marks(const Target& place) const;
  // An empty picture of this size.
  [[nodiscard]] Picture picture() const;
};

// The name of a thread's running sum in the source; "sum" if there are several or the name is long.
[[nodiscard]] std::string sum_name(const Frame& frame);
// With one digit: "2e9"; "~0" for a tiny value.
[[nodiscard]] std::string shortest_value_name(const Value& value);
// "A[0][2]", "sum", "acc[1][3]".
[[nodiscard]] std::string element_name(const ArrayInfo& array, std::uint32_t element);
// The element's address: "row·K + k = 0·4 + 2 = 2".
[[nodiscard]] std::string address_of(const ArrayInfo& array, std::uint32_t element, const Vocabulary& words);
// "t5" in a block of one row, "t(0,1)" in a block of several: row 0, column 1. Blocks are "3" or "(0,1)".
[[nodiscard]] std::string thread_name(const Launch& launch, std::uint32_t thread);
// Users may add the row of a single row, "t(0,5)". They may omit the brackets, "t0,1", and also the comma if all
// numbers have one digit, "t01".
[[nodiscard]] bool is_thread_name(const Launch& launch, std::uint32_t thread, std::string_view name);
[[nodiscard]] std::string block_name(const Launch& launch, std::size_t block);
// With a single row of blocks, "(0,3)" is accepted too.
[[nodiscard]] bool is_block_name(const Launch& launch, std::size_t block, std::string_view name);
// Short enough for a cell: 3, 38, -0.53, 1.2e6, NaN.
[[nodiscard]] std::string value_name(float value);
[[nodiscard]] std::string value_name(const Value& value);
// The same, but fractions have at most one or two decimals: -0.5. A fraction that would be 0 has other short names:
// .02, 2e-5, or "~0".
[[nodiscard]] std::string rounded_value_name(const Value& value, int decimals);
// ".5" instead of "0.5".
[[nodiscard]] std::string without_zero(std::string name);
// Longer: whole numbers in full.
[[nodiscard]] std::string long_value_name(float value);
// Whole numbers with all digits, doubles with six.
[[nodiscard]] std::string long_value_name(const Value& value);
// "1 block", "3 blocks"; or "2 indices", if the plural is given.
[[nodiscard]] std::string many(std::uint64_t count, std::string_view one, std::string_view several = "");
// "1 234 567".
[[nodiscard]] std::string count_name(std::uint64_t count);
// "3 072 of 4 096".
[[nodiscard]] std::string part_name(std::uint64_t part, std::uint64_t all);
// "137 billion"; for numbers from a million.
[[nodiscard]] std::string large_count_name(double count);
// The recorded share: "1 of 65 536 blocks".
[[nodiscard]] std::string recorded_words(const Scenery& scenery);
// Where counts come from: "counted", or "counted in 1 of 65 536 blocks".
[[nodiscard]] std::string counted_words(const Scenery& scenery);

// The ink of A, B or C; a shared array has the ink of the matrix whose elements it holds.
[[nodiscard]] Ink ink_of(const Scenery& scenery, std::uint8_t array);

// A thread's activity as a word, "multiplying", and as an ink and a mark.
[[nodiscard]] std::string_view word_of(const Launch& launch, Activity activity);
[[nodiscard]] Ink ink_of(Activity activity);
[[nodiscard]] Mark mark_of(Activity activity);
// A thread's activity as a letter for narrow places: "×"; for loads and stores, the array: "A", "B", "C".
[[nodiscard]] std::string letter_of(const Scenery& scenery, Activity activity, std::uint32_t step);
[[nodiscard]] Ink ink_of(const Scenery& scenery, Activity activity, std::uint32_t step);
[[nodiscard]] Ink ink_of(const Scenery& scenery, const ActivityKind& kind);

// The part of C that a block computes: as many elements as threads, or a tile if each thread computes several.
[[nodiscard]] Size2 covered_by_block(const Launch& launch);

// "phase 1 · step 10 of 13 · line 15". Phases count from 0, as tiles do.
[[nodiscard]] std::string place_name(const Frame& frame);

}  // namespace tilescope
