// The same launches on a GPU: it records the same as the machine.
#pragma once

#include <memory>
#include <string>

#include "instrumentation/machine/run.h"

namespace tilescope::judge {

// Why there is no GPU; empty where there is one.
[[nodiscard]] std::string why_no_gpu();

// What differs first, empty: nothing; and where it may, since the kernel leaves it to luck, why.
struct Beside {
  std::string difference;
  std::string may_differ;
};
// Where the order of atomics matters, only counts and what is there in the end are looked at, and of that not floats.
// What functions of double give is as near as their last bits leave it.
[[nodiscard]] Beside beside_gpu(const std::shared_ptr<const machine::Prepared>& prepared, const machine::Launch& launch,
                                bool order_matters);

}  // namespace tilescope::judge
