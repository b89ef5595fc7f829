#include "tests/kernels/mutants.h"

#include "instrumentation/traced/entries.h"

namespace tilescope::traced {
#include "mutants.inc"
}  // namespace tilescope::traced

namespace tilescope::test {

const std::vector<Mutant>& mutants() {
  static const std::vector<Mutant> all{
#define MUTANT(number, name, what, tile) {name, what, tile, &traced::mutant_##number::kernel},
#include "mutants.inc"
  };
  return all;
}

}  // namespace tilescope::test
