#include "tests/kernels/mutants.h"

#include "instrumentation/traced/entries.h"

#define TILESCOPE_TILE 4

namespace tilescope::traced {
#include "mutants.inc"
}  // namespace tilescope::traced

namespace tilescope::test {

static_assert(mutant_tile == TILESCOPE_TILE);

const std::vector<Mutant>& mutants() {
  static const std::vector<Mutant> all{
#define MUTANT(number, name, what) {name, what, &traced::mutant_##number::kernel},
#include "mutants.inc"
  };
  return all;
}

}  // namespace tilescope::test
