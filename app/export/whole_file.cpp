#include "app/export/whole_file.h"

#include <fmt/format.h>

#include <fstream>
#include <system_error>
#if defined(__EMSCRIPTEN__)
#include <emscripten.h>
#endif

#include "instrumentation/error.h"
#include "instrumentation/host.h"

namespace tilescope {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const fs::path& path) {
  throw UsageError(fmt::format("{}: cannot be written", path.string()));
}

}  // namespace

void hand_out([[maybe_unused]] const fs::path& path) {
#if defined(__EMSCRIPTEN__)
  EM_ASM({ Module.page&& Module.page.wrote(UTF8ToString($0)); }, fs::absolute(path).c_str());
#endif
}

std::string place_of_file(const fs::path& path) {
  if (in_browser) return path.filename().string();
  std::error_code error;
  const fs::path whole = fs::absolute(path, error);
  return error ? path.string() : whole.lexically_normal().string();
}

WholeFile::WholeFile(const fs::path& path) : asked_for_(path), place_(path) {
  std::error_code error;
  if (fs::is_symlink(path, error) && fs::exists(path, error)) place_ = fs::canonical(path, error);
  if (place_.empty() || fs::is_directory(place_, error)) refuse(path);
  unfinished_ = place_;
  unfinished_ += ".part";
}

WholeFile::~WholeFile() {
  std::error_code error;
  if (!committed_) fs::remove(unfinished_, error);
}

void WholeFile::commit() {
  std::error_code error;
  fs::rename(unfinished_, place_, error);
  if (error) refuse(asked_for_);
  committed_ = true;
}

void write_file(const fs::path& path, std::span<const char> bytes) {
  const auto write = [&](const fs::path& to) {
    std::ofstream out(to, std::ios::binary);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.close();
    if (!out) refuse(path);
  };
  std::error_code error;
  if (fs::exists(path, error) && !fs::is_regular_file(path, error)) return write(path);
  WholeFile file(path);
  write(file.unfinished());
  file.commit();
  hand_out(path);
}

}  // namespace tilescope
