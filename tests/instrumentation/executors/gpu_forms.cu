// The forms and the odd kernels as nvcc makes them: recorded, and, included once more, counted.
#include <map>
#include <string>

#include "instrumentation/traced/entries.h"

#if !defined(TILESCOPE_COUNTING)
#define TILESCOPE_TABLE recording_kernels
#define TILESCOPE_VERB record
#else
#define TILESCOPE_TABLE counting_kernels
#define TILESCOPE_VERB count
#endif
#define TILESCOPE_TILE 2

namespace tilescope::traced::inline TILESCOPE_RECORDER {
#define TILESCOPE_FORM(name) form_##name
#include "all.inc"
#undef TILESCOPE_FORM
#define TILESCOPE_FORM(name) odd_##name
#include "odd_all.inc"
#undef TILESCOPE_FORM
}  // namespace tilescope::traced::inline TILESCOPE_RECORDER

namespace tilescope::test {

namespace {

DeviceKernel with(DeviceKernel kernel, const void* enter) {
  kernel.TILESCOPE_VERB = enter;
  return kernel;
}

}  // namespace

std::map<std::string, DeviceKernel> TILESCOPE_TABLE() {
  return {
#define TILESCOPE_ENTRY(name) \
  {#name, with(traced::form_##name::described(), reinterpret_cast<const void*>(&traced::form_##name::enter))},
#include "table.inc"
#undef TILESCOPE_ENTRY
#define TILESCOPE_ENTRY(name) \
  {"odd_" #name, with(traced::odd_##name::described(), reinterpret_cast<const void*>(&traced::odd_##name::enter))},
#include "odd_table.inc"
  };
}

}  // namespace tilescope::test
