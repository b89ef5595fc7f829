// For libFuzzer, which names this function. How inputs are changed is each harness's own: chunk_mutator.cpp and
// token_mutator.cpp.
#include <cstddef>

#include "tests/fuzz/harness.h"

// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  tilescope::fuzz::try_input({data, size});
  return 0;
}
