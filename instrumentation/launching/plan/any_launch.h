// Launches of kernels that are not known as products: of any arrays and numbers, as requested, as the file's header
// says, and for the rest guessed.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/launching/header/kernel_header.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

// What some of a kernel's arrays hold before it is launched, by their names there.
using HeldArrays = std::map<std::string, Buffer, std::less<>>;

// A UsageError names what the header says of arrays and numbers that no kernel of the file has, or that cannot be.
void require_header(const RecordedKernel& own, const KernelHeader& header);

// The same of what is asked for.
void require_names(const RecordedKernel& own, const Request& request);
// The kernel, the grid, the block, and what it is given. A UsageError names what cannot be and what would do. Arrays
// that hold something already are as long as that is.
void plan_any(Launch& launch, const Request& request, const std::shared_ptr<const RecordedKernel>& own,
              const HeldArrays& given = {});
// One of which the request, the header and the text's own launch say all; some of its arrays are filled by whoever asks
// for it, however large they are.
void plan_all_said(Launch& launch, const Request& request, const std::shared_ptr<const RecordedKernel>& own,
                   const std::vector<bool>& is_filled_later);
// One of which all is said but what arrays hold: something in which mistakes show.
void plan_any_as_said(Launch& launch, const Request& said, const std::shared_ptr<const RecordedKernel>& own,
                      const HeldArrays& given = {});

}  // namespace tilescope
