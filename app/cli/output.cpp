#include "app/cli/output.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "instrumentation/error.h"

namespace tilescope::cli {

void write_output(const std::string& path, const std::string& text) {
  if (path.empty() || path == "-") {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
      throw Error("standard output cannot be written");
    return;
  }
  const std::string unfinished = path + ".part";
  std::ofstream out(unfinished, std::ios::binary);
  out << text;
  out.close();
  std::error_code error;
  if (out) std::filesystem::rename(unfinished, path, error);
  if (out && !error) return;
  std::filesystem::remove(unfinished, error);
  throw UsageError(fmt::format("{}: cannot be written", path));
}

}  // namespace tilescope::cli
