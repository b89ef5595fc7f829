// The words of a launch, the same on the command line, in scripts and in lessons.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/trace/launch.h"

namespace tilescope {

// What a launch may be asked for.
template <class Value>
struct Choice {
  std::string_view name;
  Value value;
  std::string_view words = {};  // what the window says; empty: no switch sets it
  std::string_view help = {};   // what there is to say of it beside its name
};
[[nodiscard]] std::span<const Choice<Schedule::Kind>> schedules();
[[nodiscard]] std::span<const Choice<Record>> records();
[[nodiscard]] std::span<const Choice<OutOfBounds>> strays();  // what a load outside its array gives
[[nodiscard]] std::span<const std::string_view> backends();

template <class List>
[[nodiscard]] std::vector<std::string> names_of(const List& choices) {
  std::vector<std::string> names;
  for (const auto& choice : choices) names.emplace_back(choice.name);
  return names;
}

// What each is called in a form.
template <class List>
[[nodiscard]] std::vector<std::string> form_words(const List& choices) {
  std::vector<std::string> words;
  for (const auto& choice : choices) words.emplace_back(choice.words.empty() ? choice.name : choice.words);
  return words;
}

// "full, window, counts, or blocks (only those given by --blocks)".
template <class List>
[[nodiscard]] std::string told(const List& choices) {
  std::string words;
  for (const auto& choice : choices) {
    if (!words.empty()) words += &choice == &choices.back() ? ", or " : ", ";
    words += choice.name;
    if (!choice.help.empty()) words.append(" (").append(choice.help).append(")");
  }
  return words;
}

// A UsageError begins with the option's name and says what would do.
[[nodiscard]] Schedule parse_schedule(const std::string& text, std::string_view option);  // "reverse", "random:7"
[[nodiscard]] Record parse_record(const std::string& text, std::string_view option);
[[nodiscard]] OutOfBounds parse_out_of_bounds(const std::string& text, std::string_view option);
// "4", "4,2" or "4,2,1", as dim3 has them.
[[nodiscard]] std::array<std::int64_t, 3> parse_dimensions(const std::string& text, std::string_view option);
// "0,0", "0,0;1,2" or "0-3,1-2", rows (y) first.
[[nodiscard]] std::vector<BlockRange> parse_blocks(const std::string& text, std::string_view option);

[[nodiscard]] std::string_view name_of(Schedule::Kind kind);
[[nodiscard]] std::string_view name_of(Record record);
[[nodiscard]] std::string_view name_of(OutOfBounds out_of_bounds);

// For a launch of any arrays, the numbers' names, and all of it: "in 64, out 2, n = 64, grid 2, block 32".
[[nodiscard]] std::vector<std::string> numbers_of(const Launch& launch);
// "grid 2, block 32", or of more sides "grid 3 wide x 2 high, block 4 wide x 4 high"; not in full, "grid 3 x 2, block
// 4 x 4 (x, y)".
[[nodiscard]] std::string blocks_in_words(const Launch& launch, bool in_full = true);
[[nodiscard]] std::string shape_in_words(const Launch& launch);
// The same, but a product in these words, in which {m}, {n} and {k} stand for its sides, {T} and {tile} for its tile's
// name and width, and {blocks} for the grid and the block: "{m} x {k} x {n}, {T} = {tile}".
[[nodiscard]] std::string shape_in_words(const Launch& launch, std::string_view of_product);
// For one that follows others on the same arrays: "launch 2 of 3"; of others nothing.
[[nodiscard]] std::string place_in_words(const Launch& launch);
// The numbers in which it differs from those before and after it: "size = 4, step = 2"; nothing if there are none.
[[nodiscard]] std::string own_numbers(const Launch& launch);

// As these are read again.
[[nodiscard]] std::string words_of(const Schedule& schedule);
[[nodiscard]] std::string words_of(const std::vector<BlockRange>& blocks);

}  // namespace tilescope
