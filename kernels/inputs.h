// The matrices that a kernel multiplies: counted up, random, an identity, or read from CSV files.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/trace/launch.h"

namespace tilescope {

struct Matrix {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<float> elements;
  std::string rounded = {};  // the first whole number that no float is, with its place
};

// One line of numbers parted by commas for each row. An Error names the line and column of what is wrong.
[[nodiscard]] Matrix read_csv(const std::string& path);

struct InputFiles {
  std::optional<Matrix> a, b;
};

// Those that are made, by name; the first where nobody says.
inline constexpr std::array<std::string_view, 3> input_kinds{"counting", "random", "identity"};

// Of "A.csv,B.csv"; nothing for counting, random and identity. A UsageError for anything else.
[[nodiscard]] InputFiles read_input_files(const std::string& inputs);

// Makes room for the arrays of a product, and fills its A and B. Files have to have the launch's sides.
void make_inputs(Launch& launch, const std::string& inputs, std::uint64_t seed, const InputFiles& files);
// What `random` fills A and B with.
void random_factors(std::vector<float>& a, std::vector<float>& b, std::size_t of_a, std::size_t of_b,
                    std::uint64_t seed);
// Gives a product the factors of another one with the same sides.
void copy_inputs(const Launch& from, Launch& to);

}  // namespace tilescope
