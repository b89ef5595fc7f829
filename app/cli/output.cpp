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
  namespace fs = std::filesystem;
  std::error_code error;
  const bool link = fs::is_symlink(path, error);
  const bool replaceable = fs::exists(path, error) ? fs::is_regular_file(path, error) : !link;
  // Through a link to what it points to; a device or a pipe is written as it is.
  const fs::path file = link && replaceable ? fs::canonical(path, error) : fs::path(path);
  const fs::path unfinished = replaceable ? fs::path(file.string() + ".part") : file;
  std::ofstream out(unfinished, std::ios::binary);
  out << text;
  out.close();
  bool written = static_cast<bool>(out);
  if (written && replaceable) {
    fs::rename(unfinished, file, error);
    written = !error;
  }
  if (written) return;
  if (replaceable) fs::remove(unfinished, error);
  throw UsageError(fmt::format("{}: cannot be written", path));
}

}  // namespace tilescope::cli
