// The names and colours of elements, threads, values and activities, wherever they are shown.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/replay/frame.h"
#include "app/stage/picture.h"

namespace tilescope {

// The size and scale of any picture.
struct View {
  float width = 0, height = 0;  // the available room
  float text = 15;              // the size of plain text; other sizes follow from it
  float least = 0.6F;           // of the text: a smaller number is left to its cell's colour
  [[nodiscard]] bool is_for_a_class() const { return least > 0.7F; }
  bool is_guessing = false;  // a question is open: what sums a whole launch up may answer it
  Target hovered, selected;
  // In the launch in focus: what belongs to the line under the pointer, and to the element.
  std::span<const ElementOf> linked_elements;
  std::span<const std::uint32_t> linked_lines;
  std::span<const std::uint32_t> linked_threads;  // of the block in focus
  std::span<const std::uint32_t> linked_blocks;

  [[nodiscard]] std::vector<std::uint32_t> linked_in(std::uint8_t array) const;
  // An empty picture of that size.
  [[nodiscard]] Picture picture() const;
};

// The name of a thread's running sum in the text; "sum" if there are several, or if the name is long.
[[nodiscard]] std::string sum_name(const Frame& frame);
// With one digit, "2e9"; "~0" for what is small.
[[nodiscard]] std::string shortest_value_name(const Value& value);
// "A[0][2]", "sum", "acc[1][3]".
[[nodiscard]] std::string element_name(const ArrayInfo& array, std::uint32_t element);
// "row·K + k = 0·4 + 2 = 2": the element's place in memory. Outside products, A and B are ordinary names.
[[nodiscard]] std::string address_of(const ArrayInfo& array, std::uint32_t element, bool of_product);
// "t5" for thread 5 of one row, "t(0,1)" for thread (0,1) of several: row 0, column 1 of the block; for blocks "3" or
// "(0,1)".
[[nodiscard]] std::string thread_name(const Launch& launch, std::uint32_t thread);
// Typed names may include the row of a single row, "t(0,5)". They may omit the brackets, "t0,1", and the comma if no
// number has two digits, "t01".
[[nodiscard]] bool is_thread_name(const Launch& launch, std::uint32_t thread, std::string_view name);
[[nodiscard]] std::string block_name(const Launch& launch, std::size_t block);
// With a single row of blocks "(0,3)" as well.
[[nodiscard]] bool is_block_name(const Launch& launch, std::size_t block, std::string_view name);
// Short enough for a cell: 3, 38, -0.53, 1.2e6, NaN.
[[nodiscard]] std::string value_name(float value);
[[nodiscard]] std::string value_name(const Value& value);
// With more room: whole numbers in full.
[[nodiscard]] std::string long_value_name(float value);
// All digits of whole numbers; six of doubles.
[[nodiscard]] std::string long_value_name(const Value& value);
// "1 block", "3 blocks"; or "2 indices", if the plural is given.
[[nodiscard]] std::string many(std::uint64_t count, std::string_view one, std::string_view several = "");
// "1 234 567".
[[nodiscard]] std::string count_name(std::uint64_t count);
// "137 billion", from a million on.
[[nodiscard]] std::string large_count_name(double count);
// "1 of 65 536 blocks": the recorded ones.
[[nodiscard]] std::string recorded_words(const Scenery& scenery);

// The inks of A, B and C; a shared array has that of the matrix whose elements it holds.
[[nodiscard]] Ink ink_of(const Scenery& scenery, std::uint8_t array);

// The activity of a thread: as a word ("multiplying"), as one letter for narrow places ("×"), and as ink and mark.
[[nodiscard]] std::string_view word_of(const Launch& launch, Activity activity);
[[nodiscard]] Ink ink_of(Activity activity);
[[nodiscard]] Mark mark_of(Activity activity);
// With the array that it loads from or stores to: "A", "B", "C" instead of a letter for loading.
[[nodiscard]] std::string letter_of(const Scenery& scenery, Activity activity, std::uint32_t step);
[[nodiscard]] Ink ink_of(const Scenery& scenery, Activity activity, std::uint32_t step);

// The part of C that a block computes: as many elements as it has threads, or a tile if each thread computes several.
[[nodiscard]] Size2 covered_by_block(const Launch& launch);

// "phase 1 · step 10 of 13 · line 15". Phases count from 0, as tiles do.
[[nodiscard]] std::string place_name(const Frame& frame);

}  // namespace tilescope
