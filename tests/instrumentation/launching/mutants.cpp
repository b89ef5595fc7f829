#include "tests/instrumentation/launching/mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/launching/request/request_text.h"
#include "tests/support/text_kernels.h"

namespace tilescope::test {

namespace {

// One that all kernels but this take.
int tile_of(const CatalogueKernel& kernel) { return kernel.name == "warp_tiled" ? 32 : 4; }

std::ptrdiff_t line_of(const std::string& text, std::ptrdiff_t at) {
  return 1 + std::count(text.begin(), text.begin() + at, '\n');
}

// Every place where `pattern` stands, but for comments and the heads of loops.
void add(std::vector<Mutant>& mutants, const CatalogueKernel& kernel, const char* what, const std::regex& pattern,
         const std::string& instead) {
  const std::string text(kernel.text);
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), none; match != none; ++match) {
    const auto at = static_cast<std::size_t>(match->position());
    const std::size_t line_begin = text.rfind('\n', at) + 1;  // npos + 1 is 0
    const std::string before = text.substr(line_begin, at - line_begin);
    if (before.find("//") != std::string::npos || before.find("for (") != std::string::npos) continue;
    std::string mutated = text;
    mutated.replace(at, static_cast<std::size_t>(match->length()), instead);
    const std::string name(kernel.name);
    mutants.push_back({name, fmt::format("{} on line {}: {}", what, line_of(text, match->position()), match->str()),
                       tile_of(kernel), kernel_of(name, mutated, tile_of(kernel))});
  }
}

}  // namespace

std::vector<Mutant> mutants() {
  std::vector<Mutant> all;
  for (const CatalogueKernel& kernel : catalogue()) {
    if (!kernel.right()) continue;
    add(all, kernel, "barrier", std::regex(R"(__syncthreads\(\))"), "");
    // `row < M`, and where there are two of them, both.
    add(all, kernel, "guard", std::regex(R"(\w+ < [MNK]\b)"), "true");
    add(all, kernel, "both guards", std::regex(R"(\w+ < [MNK] && \w+ < [MNK]\b)"), "true");
  }
  return all;
}

}  // namespace tilescope::test
