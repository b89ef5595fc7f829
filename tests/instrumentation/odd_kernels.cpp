#include "tests/support/odd_kernels.h"

#include <map>

#include "instrumentation/traced/entries.h"

#define TILESCOPE_FORM(name) odd_##name
#define TILESCOPE_TILE 2

namespace tilescope::traced {
#include "odd_all.inc"
}  // namespace tilescope::traced

namespace tilescope::test {

const RecordedKernel& odd_kernel(const std::string& name) {
  static const std::map<std::string, const RecordedKernel*> all{
#define TILESCOPE_ENTRY(name) {#name, &traced::TILESCOPE_FORM(name)::kernel},
#include "odd_table.inc"
  };
  return *all.at(name);
}

}  // namespace tilescope::test
