// tilescope-instrument FILE.cu -o FILE.h: the build's way to a recorded kernel for GPUs.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "instrumentation/source/instrument.h"

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() != 3 || arguments[1] != "-o") {
    fmt::print(stderr, "usage: tilescope-instrument FILE.cu -o FILE.h\n");
    return 2;
  }
  const std::filesystem::path from = arguments[0];
  std::error_code ignored;
  std::ifstream in(from, std::ios::binary);
  if (!in || !std::filesystem::is_regular_file(from, ignored)) {
    fmt::print(stderr, "{}: cannot be read\n", from.string());
    return 2;
  }
  const std::string source{std::istreambuf_iterator<char>(in), {}};
  try {
    const tilescope::source::Instrumented result = tilescope::source::instrument(source, from.filename().string());
    std::ofstream out(arguments[2], std::ios::binary);
    out << result.text;
    out.close();
    if (out) return 0;
    fmt::print(stderr, "{}: cannot be written\n", arguments[2]);
  } catch (const tilescope::source::SourceError& error) {
    fmt::print(stderr, "{}:{}: {}\n", from.string(), error.line(), error.what());
  }
  return 1;
}
