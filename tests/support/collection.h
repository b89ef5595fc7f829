// The kernels of a folder of texts.
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

struct Known {
  std::string file, kernel;
};

inline std::vector<Known> kernels_of(const std::string& folder) {
  std::vector<Known> all;
  for (const std::filesystem::directory_entry& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".cu") continue;
    std::ifstream in(entry.path());
    const language::Program program = language::read({std::istreambuf_iterator<char>(in), {}});
    for (const language::Kernel& kernel : program.kernels())
      if (kernel.runnable) all.push_back({entry.path(), kernel.name});
  }
  std::sort(all.begin(), all.end(),
            [](const Known& a, const Known& b) { return std::tie(a.file, a.kernel) < std::tie(b.file, b.kernel); });
  return all;
}

}  // namespace tilescope::test
