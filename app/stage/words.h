// How things are called and coloured wherever they are shown: elements, threads, values, activities.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/replay/frame.h"
#include "app/stage/picture.h"

namespace tilescope {

// How a picture is to be made, whatever it shows.
struct View {
  float width = 0, height = 0;  // there is this much room
  float text = 15;              // the size of plain text; all else follows from it
  float least = 0.6F;           // of the text: a number that would be smaller is left to its cell's colour
  [[nodiscard]] bool is_for_a_class() const { return least > 0.7F; }
  bool is_guessing = false;  // a question is open: what sums a whole launch up may answer it
  Target hovered, selected;
  // Of the launch in focus: what belongs to the line that is pointed at, and what to the element.
  std::span<const ElementOf> linked_elements;
  std::span<const std::uint32_t> linked_lines;
  std::span<const std::uint32_t> linked_threads;  // of the block in focus
  std::span<const std::uint32_t> linked_blocks;

  [[nodiscard]] std::vector<std::uint32_t> linked_in(std::uint8_t array) const;
  // As large, with nothing in it yet.
  [[nodiscard]] Picture picture() const;
};

// What a thread's running sum is called in the text; "sum" where there are several of them, or where the name is long.
[[nodiscard]] std::string sum_name(const Frame& frame);
// With one digit, "2e9"; "~0" for what is small.
[[nodiscard]] std::string shortest_value_name(const Value& value);
// "A[0][2]", "sum", "acc[1][3]".
[[nodiscard]] std::string element_name(const ArrayInfo& array, std::uint32_t element);
// "row·K + k = 0·4 + 2 = 2": where the element stands in memory. Of what is no product, A and B are names like others.
[[nodiscard]] std::string address_of(const ArrayInfo& array, std::uint32_t element, bool of_product);
// "t5" for thread 5 of one row, "t(0,1)" for thread (0,1) of several: row 0, column 1 of the block; of blocks "3" or
// "(0,1)".
[[nodiscard]] std::string thread_name(const Launch& launch, std::uint32_t thread);
// Whoever types a name may give the row of one row as well, "t(0,5)", may leave the brackets out, "t0,1", and the comma
// where no number has two digits, "t01".
[[nodiscard]] bool is_thread_name(const Launch& launch, std::uint32_t thread, std::string_view name);
[[nodiscard]] std::string block_name(const Launch& launch, std::size_t block);
// Of one row of blocks "(0,3)" as well.
[[nodiscard]] bool is_block_name(const Launch& launch, std::size_t block, std::string_view name);
// Short enough for a cell: 3, 38, -0.53, 1.2e6, NaN.
[[nodiscard]] std::string value_name(float value);
[[nodiscard]] std::string value_name(const Value& value);
// Where there is more room: whole numbers as they are.
[[nodiscard]] std::string long_value_name(float value);
// All digits of whole numbers, however many; of doubles, six.
[[nodiscard]] std::string long_value_name(const Value& value);
// "1 block", "3 blocks"; or "2 indices", where the plural is given.
[[nodiscard]] std::string many(std::uint64_t count, std::string_view one, std::string_view several = "");
// "1 234 567".
[[nodiscard]] std::string count_name(std::uint64_t count);
// "137 billion", from a million on.
[[nodiscard]] std::string large_count_name(double count);
// "1 of 65 536 blocks": those that were recorded.
[[nodiscard]] std::string recorded_words(const Scenery& scenery);

// A's, B's and C's own inks; a shared array has that of the matrix whose elements it is filled with.
[[nodiscard]] Ink ink_of(const Scenery& scenery, std::uint8_t array);

// What a thread does, as a word ("multiplying"), as one letter for narrow places ("×"), and as ink and mark.
[[nodiscard]] std::string_view word_of(const Launch& launch, Activity activity);
[[nodiscard]] Ink ink_of(Activity activity);
[[nodiscard]] Mark mark_of(Activity activity);
// With the array it loads from or stores to: "A", "B", "C" instead of a letter for loading.
[[nodiscard]] std::string letter_of(const Scenery& scenery, Activity activity, std::uint32_t step);
[[nodiscard]] Ink ink_of(const Scenery& scenery, Activity activity, std::uint32_t step);

// How much of C a block makes: as much as it has threads, or a tile where each of them makes several elements.
[[nodiscard]] Size2 covered_by_block(const Launch& launch);

// "phase 1 · step 10 of 13 · line 15". Phases count from 0, as tiles do.
[[nodiscard]] std::string place_name(const Frame& frame);

}  // namespace tilescope
