// Checks whether a C that is too large to compute again is the product of A and B: some rows are, in double, and two
// results are compared with each other element by element.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tilescope {

// A is M x K, B is K x N, row-major.
struct Factors {
  std::int64_t m = 1, n = 1, k = 1;
  std::vector<float> a, b;

  [[nodiscard]] double flops() const {
    return 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
  }
};

struct WrongElement {
  std::int64_t row = 0, column = 0;
  float value = 0;
  double expected = 0;
  double allowed = 0;  // how far off it might have been
};
[[nodiscard]] std::string in_words(const WrongElement& wrong);

// An element may be off by 16 * 2^-24 times the lengths of its row of A and its column of B. For matrices whose
// elements are spread evenly, that is several times what sums in float are off by, in whatever order, and a fraction of
// what factors of fewer bits would be.
class ProductJudge {
 public:
  // Multiplies out the first row, the last and some between, chosen by the seed.
  ProductJudge(const Factors& product, std::uint64_t seed, int rows = 16);

  // The first wrong element of those rows.
  [[nodiscard]] std::optional<WrongElement> judge(std::span<const float> c) const;
  // The first element, of all, that is another than in `c_of_another`, which was judged to be right.
  [[nodiscard]] std::optional<WrongElement> compare(std::span<const float> c,
                                                    std::span<const float> c_of_another) const;

 private:
  [[nodiscard]] std::optional<WrongElement> wrong(std::int64_t row, std::int64_t column, float value,
                                                  double expected) const;

  std::int64_t m_, n_;
  std::vector<double> lengths_of_rows_, lengths_of_columns_;  // of A, of B
  std::vector<std::int64_t> rows_;
  std::vector<double> expected_;  // row by row
};

}  // namespace tilescope
