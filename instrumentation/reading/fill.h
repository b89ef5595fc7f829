// What an array holds before a kernel runs, if no numbers are given for it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "instrumentation/machine/code/code.h"

namespace tilescope::reading {

enum class Fill : std::uint8_t {
  zeros,
  counting,
  ramp,
  random,
  identity,
  ascending,
  scattered,
  linked,
  halves,
  declared  // as the text says; it cannot be asked for
};

struct FillName {
  Fill fill;
  std::string_view name, words;
};
inline constexpr std::array<FillName, 9> fill_names{
    {{Fill::counting, "counting", "1, 2, 3 and so on"},
     {Fill::ramp, "ramp", "0, 1, 2 and so on"},
     {Fill::random, "random", "whole numbers from 0 to 9; for floats, numbers from -1 to 1"},
     {Fill::zeros, "zeros", "0"},
     {Fill::identity, "identity", "1 on the diagonal, else 0"},
     {Fill::ascending, "ascending", "0, 2, 3, 6, 6, 8, 9 and so on, like the row offsets of a sparse matrix"},
     {Fill::scattered, "scattered", "0 to 31 shuffled, each once before any repeats"},
     {Fill::linked, "linked", "1, 2, 3, -1, 5, 6, 7, -1 and so on: the next index in linked lists of four"},
     {Fill::halves, "halves", "0, 0, 1, 1, 2, 2 and so on: the parent indices in a tree"}}};
// A number for each element that looks like chance, and is always the same for a seed.
[[nodiscard]] std::uint64_t mixed(std::uint32_t array, std::uint64_t element, std::uint64_t seed = 1);
// How many numbers an element counts as: as many as its first one goes into it.
[[nodiscard]] std::uint64_t numbers_in_element(const machine::Array& array);
[[nodiscard]] std::optional<Fill> fill_named(std::string_view name);
[[nodiscard]] std::string_view name_of(Fill fill);

// So many numbers as they lie in the array's memory, each part of a structure by its own type. An element's value does
// not depend on how many there are, but for an identity, whose rows have `columns`. Truth values are 0 and 1, every
// other one of what counts. `seed` is that of random ones.
[[nodiscard]] std::vector<std::byte> filled(const machine::Array& array, std::uint32_t number, std::uint64_t elements,
                                            Fill fill, std::int64_t columns = 1, std::uint64_t seed = 1);

}  // namespace tilescope::reading
