#include "tests/support/warp_kernels.h"

#include <map>

#include "instrumentation/traced/entries.h"

#define TILESCOPE_FORM(name) warp_##name
#define TILESCOPE_TILE 32

namespace tilescope::traced {
#include "warp_all.inc"
}  // namespace tilescope::traced

namespace tilescope::test {

const RecordedKernel& warp_kernel(const std::string& name) {
  static const std::map<std::string, const RecordedKernel*> all{
#define TILESCOPE_ENTRY(name) {#name, &traced::TILESCOPE_FORM(name)::kernel},
#include "warp_table.inc"
  };
  return *all.at(name);
}

}  // namespace tilescope::test
