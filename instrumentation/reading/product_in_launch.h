// The one question about a launch that is known already: whether three of its arrays are a product.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "instrumentation/machine/code/code.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/reading/product.h"
#include "instrumentation/reading/trial.h"
#include "instrumentation/trace/launch.h"

namespace tilescope::reading {

// Whether floats are multiplied, where there are any: whole numbers are for every index.
[[nodiscard]] bool may_multiply(const machine::Code& code);
// Three arrays at least, one of them written, and something that is summed up.
[[nodiscard]] bool may_be_product(const machine::Code& code);

// The product that this very launch makes, or most of it. Which arrays it is of, and how large they are, follows from
// how many numbers each of them has: wherever they stand, and whether or not the text says their sides. In a
// launch that is shown, what has one row or one column is a vector; in one of the text, which is judged, it counts too.
enum class Launched : std::uint8_t { as_shown, by_text };
[[nodiscard]] std::optional<Product> product_in(const Launch& launch, Launched by = Launched::as_shown);

// A launch that was found, before it is planned.
struct KnownLaunch {
  Setting setting;
  std::vector<double> scalars;        // by machine::Code::scalars
  std::vector<std::int64_t> lengths;  // of each array, in numbers; 0: the launch does not give it
};
// The product that such a launch makes, and what the launch was given. If it makes none with its own floating-point
// numbers, these are 1.
struct SeenProduct {
  Product product;
  LaunchInputs given;
  bool strays = false;  // it went out of bounds
};
[[nodiscard]] std::optional<SeenProduct> product_in(const machine::Prepared& kernel, const KnownLaunch& launch,
                                                    Launched by = Launched::as_shown);

}  // namespace tilescope::reading
