// The parts of warn(), each of which looks for one kind of slip.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/language/tree/kernel.h"
#include "instrumentation/language/tree/type.h"

namespace tilescope::language {

struct Watched {
  const Kernel& kernel;
  std::vector<const Function*> functions;  // the kernel and what it calls
  std::string_view text;
  Diagnostics& diagnostics;
  mutable std::vector<std::size_t> line_ends;  // once a caller asks for a line

  // As it is written, in one line; empty if that is too long to be cited.
  [[nodiscard]] std::string cited(Place place) const;
  [[nodiscard]] std::string_view written(Place place) const;
  [[nodiscard]] unsigned line_of(Place place) const;
};

void warn_of_barriers(const Watched& watched);  // that not all threads reach
void warn_of_indices(const Watched& watched);   // that lie outside their array
void warn_of_unset(const Watched& watched);     // variables and shared arrays that are read
void warn_of_unused(const Watched& watched);    // sizes among the parameters
void warn_of_slips(const Watched& watched);     // in expressions that do something else than they look
void warn_of_doubles(const Watched& watched);   // constants that make float arithmetic one of doubles
void note_block_sides(const Watched& watched);  // that the shared arrays ask for

}  // namespace tilescope::language
