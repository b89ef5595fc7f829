// Launches in sequence on the same arrays, like the three kernels of a scan: each begins with what those before it
// left, and has a trace of its own.
//
// A file's header says them, one after another; an array that a kernel calls something else than those before it is
// named as they call it:
//
//   //! [[launches]]
//   //! entry = "scan_blocks"
//   //! [[launches]]
//   //! entry = "add_sums"
//   //! data = "out"
//
// Without that, they are those of the text's own host part of which one reads what another wrote.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "instrumentation/launching/plan/begun_launch.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/machine/recorded_kernel.h"

namespace tilescope {

// One of them, as it is to be planned.
struct ListPlace {
  Request request;                  // as if it were the only one
  Beginning beginning;              // what those before it left
  std::vector<std::string> names;   // of the kernels of all launches
  std::vector<std::string> titles;  // see InList
  std::size_t number = 1;
  Request::Named called;       // by the kernel's arrays: what the list calls them
  InList::Start start;         // of the launches before this one
  std::string said;            // the list, where it is not the file's
  bool was_asked_for = false;  // that it is one of several, by the header or by a number
};

// The one that is asked for, else the first. Nothing if a file has no such list, or one of its kernels was asked for
// by name. What went before it is run. A UsageError names what is wrong with the list.
[[nodiscard]] std::optional<ListPlace> place_in_list(const Request& request);

// The request for another launch of the list, by its number: what is said of this one alone is left out.
[[nodiscard]] Request as_listed(const Request& asked, std::size_t number);

// The launch at that place, as plan_begun plans it.
void plan_in_list(Launch& launch, const ListPlace& place);

}  // namespace tilescope
