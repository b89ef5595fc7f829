// The kernels in a folder of sources.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <tuple>
#include <vector>

#include "instrumentation/language/program.h"

namespace tilescope::test {

struct CollectedKernel {
  std::string file, kernel;
};

inline std::vector<CollectedKernel> kernels_of(const std::string& folder) {
  std::vector<CollectedKernel> all;
  for (const std::filesystem::directory_entry& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".cu") continue;
    std::ifstream in(entry.path());
    const language::Program program = language::read({std::istreambuf_iterator<char>(in), {}});
    for (const language::Kernel& kernel : program.kernels())
      if (kernel.runnable) all.push_back({entry.path(), kernel.name});
  }
  std::sort(all.begin(), all.end(), [](const CollectedKernel& a, const CollectedKernel& b) {
    return std::tie(a.file, a.kernel) < std::tie(b.file, b.kernel);
  });
  return all;
}

}  // namespace tilescope::test
