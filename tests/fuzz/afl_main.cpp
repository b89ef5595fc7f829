// For AFL++, many inputs a process; without it, reads the one file that is named, to look at what it found.
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

#include "tests/fuzz/harness.h"

#if defined(__AFL_FUZZ_TESTCASE_LEN)
__AFL_FUZZ_INIT();
#endif

int main(int argc, char** argv) {
  if (argc > 1) {
    std::ifstream in(argv[1], std::ios::binary);
    const std::vector<unsigned char> bytes{std::istreambuf_iterator<char>(in), {}};
    tilescope::fuzz::try_input(bytes);
    return 0;
  }
#if defined(__AFL_FUZZ_TESTCASE_LEN)
  __AFL_INIT();
  const unsigned char* const data = __AFL_FUZZ_TESTCASE_BUF;
  while (__AFL_LOOP(10000)) tilescope::fuzz::try_input({data, static_cast<std::size_t>(__AFL_FUZZ_TESTCASE_LEN)});
#endif
  return 0;
}
