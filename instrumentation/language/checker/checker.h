// Finds out what a parsed text means: looks names up, gives everything a type, and fills templates in, as far as
// kernels and what they call need it. Each of its parts does some of that.
#pragma once

#include <vector>

#include "instrumentation/language/checker/parts.h"
#include "instrumentation/language/tree/kernel.h"

namespace tilescope::language {

class Checker {
 public:
  Checker(const Source& source, const Preprocessed& preprocessed, const syntax::File& file, const ReadOptions& options,
          Types& types, Arena& arena, Diagnostics& diagnostics);

  struct Found {
    std::vector<Kernel> kernels;
    std::vector<Launch> launches;
  };
  // All kernels, and all that they need; and the launches of the host's part.
  Found found();

 private:
  Context context_;
  Parts parts_;
};

}  // namespace tilescope::language
