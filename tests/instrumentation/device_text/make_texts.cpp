// Writes the texts of all cases into C++ sources, each text in a namespace of its own.
#include <fmt/format.h>

#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "tests/instrumentation/device_text/cases.h"

namespace tilescope::elsewhere {
namespace {

// Macros that a text defines before the prelude, and in it.
constexpr const char* defined[] = {"BLOCK_X",     "BLOCK_Y",       "BLOCK_Z",     "EVENT_BYTES",  "PAIRS",
                                   "WIDE_VALUES", "SECOND_VALUES", "STRAY_RULE",  "KEEPS_EVENTS", "KEEPS_COUNTS",
                                   "KEEPS_WAYS",  "HERE",          "OFF_THE_WAY", "recorded",     "BLOCKS_OF_WARP",
                                   "BLOCKS_SIDE_BY_SIDE"};

std::string in_namespace(const std::string& text, std::size_t number, Kind kind) {
  const std::string name = fmt::format("text_{}_{}", number, static_cast<int>(kind));
  std::string all = fmt::format("namespace {} {{\nCUDA_ELSEWHERE\n#define recorded {}_recorded\n{}", name, name, text);
  all +=
      "__shared__ __align__(16) u8 dynamic_shared[65536];\n"
      "void run(const void* there, const void* data) {\n"
      "  recorded(*static_cast<const There*>(there), *static_cast<const Data*>(data));\n}\n";
  all += fmt::format("const bool added = ::tilescope::elsewhere::add_text({{{}, {}, run}});\n", number,
                     static_cast<int>(kind));
  for (const char* const macro : defined) all += fmt::format("#undef {}\n", macro);
  return all + "}\n";
}

// What is the same already need not be compiled again.
void put(const std::string& path, const std::string& text) {
  std::ifstream in(path);
  if (std::string{std::istreambuf_iterator<char>(in), {}} == text) return;
  std::ofstream(path) << text;
}

int make(const std::string& folder, std::size_t count) {
  const std::vector<Case> cases = all_cases();
  std::vector<std::string> sources(count, "#include \"tests/instrumentation/device_text/cuda_elsewhere.h\"\n");
  for (std::size_t n = 0; n < cases.size(); ++n)
    for (const Kind kind : kinds)
      sources[n % count] += in_namespace(
          device_text::write(cases[n].prepared->code(), options_of(cases[n].launches.at(0), n, kind)), n, kind);
  for (std::size_t n = 0; n < count; ++n) put(fmt::format("{}/texts_{}.cpp", folder, n), sources[n]);
  return 0;
}

}  // namespace
}  // namespace tilescope::elsewhere

int main(int count, char** arguments) try {
  if (count != 3) return 2;
  return tilescope::elsewhere::make(arguments[1], std::stoul(arguments[2]));
} catch (const std::exception& e) {
  std::cerr << e.what() << "\n";
  return 1;
}
