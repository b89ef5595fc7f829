// Makes mutants: copies of right kernels, each with one barrier or one guard left out. All barriers and guards of a
// text are found by themselves, so a new kernel needs nothing here. usage: make_mutants OUT KERNEL.cu... OUT becomes
// what mutants.cpp compiles: the instrumented copies, and a table of them.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "instrumentation/source/instrument.h"

namespace {

struct Mutant {
  std::string what;  // "barrier in line 13"
  std::string text;
};

std::string without(const std::string& text, std::size_t at, std::size_t length, const std::string& instead) {
  return text.substr(0, at) + instead + text.substr(at + length);
}

std::size_t line_of(const std::string& text, std::size_t at) {
  return 1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

// Every place where `pattern` stands, but for comments and the heads of loops. An empty group would be a bug here.
void add(std::vector<Mutant>& mutants, const std::string& text, const char* what, const std::regex& pattern,
         const std::string& instead) {
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), none; match != none; ++match) {
    const auto at = static_cast<std::size_t>(match->position());
    const std::size_t line_begin = text.rfind('\n', at) + 1;  // npos + 1 is 0
    const std::string before = text.substr(line_begin, at - line_begin);
    if (before.find("//") != std::string::npos || before.find("for (") != std::string::npos) continue;
    mutants.push_back({fmt::format("{} in line {}: {}", what, line_of(text, at), match->str()),
                       without(text, at, static_cast<std::size_t>(match->length()), instead)});
  }
}

std::vector<Mutant> mutants_of(const std::string& text) {
  std::vector<Mutant> mutants;
  add(mutants, text, "barrier", std::regex(R"(__syncthreads\(\))"), "");
  // `row < M`, and where there are two of them, both.
  add(mutants, text, "guard", std::regex(R"(\w+ < [MNK]\b)"), "true");
  add(mutants, text, "both guards", std::regex(R"(\w+ < [MNK] && \w+ < [MNK]\b)"), "true");
  return mutants;
}

std::string read(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error(path + ": cannot be read");
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// One that all kernels but this are built for.
int tile_of(const std::string& kernel) { return kernel == "warp_tiled" ? 32 : 4; }

std::string quoted(const std::string& text) { return "R\"mutant(" + text + ")mutant\""; }

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 3) throw std::runtime_error("usage: make_mutants OUT KERNEL.cu...");
  std::string code, table;
  int number = 0;
  for (int argument = 2; argument < argc; ++argument) {
    for (const Mutant& mutant : mutants_of(read(argv[argument]))) {
      const auto made = tilescope::source::instrument(mutant.text, argv[argument]);
      code += fmt::format(
          "#define TILESCOPE_RECORDED mutant_{0}\n#define TILESCOPE_TILE {1}\n{2}\n#undef TILESCOPE_RECORDED\n"
          "#undef TILESCOPE_TILE\n",
          number, tile_of(made.kernel), made.text);
      table +=
          fmt::format("MUTANT({}, \"{}\", {}, {})\n", number++, made.kernel, quoted(mutant.what), tile_of(made.kernel));
    }
  }
  std::ofstream(argv[1]) << "#if !defined(MUTANT)\n" << code << "#else\n" << table << "#endif\n";
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "make_mutants: {}\n", error.what());
  return 1;
}
