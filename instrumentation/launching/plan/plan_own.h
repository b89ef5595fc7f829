// Kernels in a user's files, launched as the command line, the file's header, the text's own launches and, for the
// rest, a guess say.
//
// A header is lines at any place of the file that begin with //! and are TOML: which arrays are A, B and C, which
// numbers are M, N and K, what other numbers are, and how it is launched.
//
//   //! A = "d_a"
//   //! M = "height"
//   //! alpha = 1.5
//   //! block = [16, 16]
#pragma once

#include "instrumentation/launching/plan/any_launch.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

// The launch that a request for a file's kernel means, but for its inputs.
void plan_own(Launch& launch, const Request& request);
// The same as a kernel of any arrays, some of which hold something already.
void plan_own_arrays(Launch& launch, const Request& request, const HeldArrays& given);
// One of which the grid, the block and all numbers are asked for, and arrays as long as is known: a product where it is
// one with just these, else of any arrays.
void plan_as_said(Launch& launch, const Request& said, const HeldArrays& given);

}  // namespace tilescope
