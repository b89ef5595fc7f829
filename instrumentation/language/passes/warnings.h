// The parts of warn(): each looks for one kind of mistake.
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
  mutable std::vector<std::size_t> line_ends;  // computed when first needed

  // The source there, in one line; empty if it is too long to quote.
  [[nodiscard]] std::string cited(Place place) const;
  [[nodiscard]] std::string_view written(Place place) const;
  [[nodiscard]] unsigned line_of(Place place) const;
};

void warn_of_barriers(const Watched& watched);  // that some threads do not reach
void warn_of_indices(const Watched& watched);   // outside their array
void warn_of_unset(const Watched& watched);     // variables and shared arrays that are read
void warn_of_unused(const Watched& watched);    // parameters that look like sizes
void warn_of_slips(const Watched& watched);     // expressions that do not do what they seem to
void warn_of_doubles(const Watched& watched);   // constants that turn float arithmetic into double arithmetic
void note_block_sides(const Watched& watched);  // that the shared arrays suggest

}  // namespace tilescope::language
