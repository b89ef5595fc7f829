// Finds out what a parsed source means: looks up names, determines types and fills in templates, as far as kernels and
// what they call need it. Each part does some of this.
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
  // All kernels with everything they need, and the launches in host code.
  Found found();

 private:
  Context context_;
  Parts parts_;
};

}  // namespace tilescope::language
