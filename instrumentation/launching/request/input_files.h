// Matrices that a kernel multiplies, as files hold them, and the kinds that need no file.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

// Those that are made, by name; the first where the user does not say.
inline constexpr std::array<std::string_view, 3> input_kinds{"counting", "random", "identity"};

// Of "A.csv,B.csv"; nothing for counting, random and identity. A UsageError for anything else.
[[nodiscard]] InputFiles read_input_files(const std::string& inputs);

}  // namespace tilescope
