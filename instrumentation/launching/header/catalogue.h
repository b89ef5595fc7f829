// The program's own products of matrices, each as its text describes it: the comment at its beginning and its header.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/launching/header/needs.h"

namespace tilescope {

// A product as it is asked for: A is M x K, B is K x N.
struct ProductShape {
  std::int64_t m = 1, n = 1, k = 1;
  int tile = 1;
};

struct CatalogueKernel {
  std::string_view name, text;
  std::string summary;
  std::string mistake;  // of a kernel that is wrong on purpose: what is wrong with it
  Needs of_tiles;       // what it needs of the tiles' width alone,
  Needs of_shapes;      // and of all four numbers

  [[nodiscard]] bool right() const { return mistake.empty(); }
  [[nodiscard]] bool takes(int tile) const;  // such a width
  [[nodiscard]] bool takes(const ProductShape& shape) const;
  [[nodiscard]] std::vector<int> tiles() const;  // the widths it takes
  [[nodiscard]] int usual_tile(const ProductShape& shape) const;
  // Why it does not run this shape, and what would do; nothing if it does.
  [[nodiscard]] std::optional<std::string> refusal(const ProductShape& shape) const;
};

inline constexpr int widest_tile = 128;  // that any of them takes

// In a course's order.
[[nodiscard]] std::span<const CatalogueKernel> catalogue();
[[nodiscard]] std::vector<std::string> kernel_names();
// Null if none of them is called so: it is another text, or one of a trace file that this program does not know.
[[nodiscard]] const CatalogueKernel* find_product(std::string_view name);
[[nodiscard]] const CatalogueKernel& find_kernel(std::string_view name);  // throws a UsageError that suggests one
// A UsageError where it is neither one of these nor named like a file.
void require_kernel(std::string_view name);

// The kernels worth comparing this one with, the first that takes the shape being the best.
[[nodiscard]] std::vector<std::string_view> kernels_beside(std::string_view name);

// Of widths, as people say them: "1 to 32", "4, 8 ... 64, 128".
[[nodiscard]] std::string in_words(const std::vector<int>& tiles);

}  // namespace tilescope
