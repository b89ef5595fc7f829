// Launches of a file's kernel as the product that it makes, or is taken to make: its sides, its grid and its block; and
// what such a launch comes to when it is tried.
#pragma once

#include <memory>
#include <optional>

#include "instrumentation/launching/derive/own_kernel.h"
#include "instrumentation/launching/request/dimensions.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/reading/launch_product.h"
#include "instrumentation/reading/product_in_launch.h"
#include "instrumentation/reading/read_product.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

// What a launch that was planned from names comes to when it is tried.
struct Planned {
  reading::ProductReading reading;
  bool finished = false;    // comes to its end
  bool works = false;       // and touches nothing that is outside
  bool multiplies = false;  // makes products for each element of C, and stores one there
  double stores = 0;        // to an element of C
  bool is_product = false;
  bool is_right = false;  // in this launch
};

[[nodiscard]] Planned try_planned(const Launch& launch);

// Of a kernel that is known to be one: as it was asked for, or else as the text has it, or as it was found.
void plan_product(Launch& launch, const Request& asked, const std::shared_ptr<const OwnKernel>& own);
// What a launch that is known comes to: it is a product where three of its arrays are one. A sum that it adds to begins
// with zeros, unless something else is said of it.
void find_meaning(Launch& launch, const Request& said, const Request& in_header = {},
                  reading::Launched by = reading::Launched::as_shown);
// A UsageError where sides of a product are asked for.
void require_no_sides(const Request& request, const RecordedKernel& own);
// A launch of any arrays, and what it comes to.
void plan_and_look(Launch& launch, const Request& request, const std::shared_ptr<const OwnKernel>& own);

}  // namespace tilescope
