// Gives the product of a launch, as the launch itself declares it.
#pragma once

#include <optional>

#include "instrumentation/reading/product.h"
#include "instrumentation/trace/launch.h"

namespace tilescope::reading {

// `looking`: its launch was known first, of any arrays, and makes a product of three of them.
enum class KnownBy : std::uint8_t { declared, names, trying, looking };

// `agree` is the part of what was tried, if anything was.
struct LaunchProduct : Product {
  bool is_sure = true;  // or its arrays look like those of a product, and nothing is said of what C should be
  KnownBy known_by = KnownBy::declared;
  bool is_doubted = false;              // it was not right in each launch that was tried, or too few could be
  std::array<std::int64_t, 3> fails{};  // M, N and K of a launch in which it was not right, where one is known

  [[nodiscard]] std::uint64_t flops() const { return 2 * static_cast<std::uint64_t>(c.elements() * k()); }
};

// As a launch keeps it.
[[nodiscard]] Meaning meaning_of(const LaunchProduct& product);
// Nothing if it is none, or where its arrays are not what it says.
[[nodiscard]] std::optional<LaunchProduct> product_of(const Launch& launch);
// The same, but only if its matrices lie by rows, so that they can be shown beside each other.
[[nodiscard]] std::optional<LaunchProduct> matrices_of(const Launch& launch);
[[nodiscard]] bool has_matrices(const Launch& launch);

// Whether a launch's product has to be it, or its arrays only look like one's; that it may be right by luck, and with
// which M, N and K it is not; or that this launch alone counts.
void set_sure(Launch& launch, bool is_sure);
void doubt(Launch& launch);
void tell_failing(Launch& launch, const std::array<std::int64_t, 3>& sides);
void trust(Launch& launch);

// M, N and K; zeros where it is not a product.
struct ProductSides {
  std::int64_t m = 0, n = 0, k = 0;
  bool operator==(const ProductSides&) const = default;
};
[[nodiscard]] ProductSides sides_of(const Launch& launch);

// How many FLOPs a product takes; nothing if it is none whose matrices lie by rows.
[[nodiscard]] std::optional<std::uint64_t> needed_flops(const Launch& launch);

// The array that a product is left in; no_array if it is none.
[[nodiscard]] std::uint8_t result_of(const Launch& launch);

}  // namespace tilescope::reading
