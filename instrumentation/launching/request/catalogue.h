// The kernels that are products of matrices: what each one is for, how it is launched, and what it asks of a launch.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/trace/launch.h"

namespace tilescope {

// A product as it is asked for: A is M x K, B is K x N.
struct ProductShape {
  std::int64_t m = 1, n = 1, k = 1;
  int tile = 1;
};

struct CatalogueKernel {
  std::string_view name;
  std::string_view summary;
  std::string_view needs;    // its preconditions, in words
  std::string_view mistake;  // of a kernel that is wrong on purpose: what is wrong with it

  Size2 (*grid)(const ProductShape& shape);
  Size2 (*block)(const ProductShape& shape);
  bool (*takes_tile)(int tile);
  int (*default_tile)(const ProductShape& shape);
  // Why it does not run this shape, and what would do; nothing if it does.
  std::optional<std::string> (*refusal)(std::string_view name, const ProductShape& shape);

  [[nodiscard]] bool right() const { return mistake.empty(); }
  [[nodiscard]] bool takes(int tile) const;      // such a width
  [[nodiscard]] std::vector<int> tiles() const;  // the widths it takes
};

[[nodiscard]] std::span<const CatalogueKernel> catalogue();
[[nodiscard]] std::vector<std::string> kernel_names();
[[nodiscard]] const CatalogueKernel& find_kernel(std::string_view name);  // throws a UsageError that suggests one

// What stands for a kernel of a user's file.
[[nodiscard]] const CatalogueKernel& own_kernel();

// The kernels worth comparing this one with, the first that takes the shape being the best.
[[nodiscard]] std::vector<std::string_view> kernels_beside(std::string_view name);

// As its file has it.
[[nodiscard]] std::string_view text_of(const CatalogueKernel& kernel);
// Of widths, as people say them: "1 to 32", "4, 8 ... 64, 128".
[[nodiscard]] std::string in_words(const std::vector<int>& tiles);

}  // namespace tilescope
