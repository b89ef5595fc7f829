// All forms as one compiler makes them. Compiled by the host compiler and by clang, under different names.
#include <map>
#include <string>

#include "instrumentation/traced/entries.h"

#if !defined(TILESCOPE_COMPILER)
#define TILESCOPE_COMPILER host
#endif
#define TILESCOPE_JOIN_(a, b, c) a##b##_##c
#define TILESCOPE_JOIN(a, b, c) TILESCOPE_JOIN_(a, b, c)
#define TILESCOPE_FORM(name) TILESCOPE_JOIN(form_, name, TILESCOPE_COMPILER)
#define TILESCOPE_TILE 2

namespace tilescope::traced {
#include "all.inc"
}  // namespace tilescope::traced

namespace tilescope::test {

using Table = std::map<std::string, const RecordedKernel*>;
Table TILESCOPE_JOIN(forms, _by, TILESCOPE_COMPILER)();
Table TILESCOPE_JOIN(forms, _by, TILESCOPE_COMPILER)() {
  return {
#define TILESCOPE_ENTRY(name) {#name, &traced::TILESCOPE_FORM(name)::kernel},
#include "table.inc"
  };
}

}  // namespace tilescope::test
