#include "app/session/drafts.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <signal.h>
#include <toml++/toml.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <random>
#include <sstream>

#include "app/export/whole_file.h"
#include "instrumentation/error.h"
#include "instrumentation/host.h"

namespace tilescope {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_drafts = 20;  // that were never opened

std::string ending() { return ".draft.toml"; }

// Programs are distinguished by process ids; pages, which have none, by random numbers.
int own_number() {
  static const int number = in_browser ? static_cast<int>(std::random_device()() >> 1) : getpid();
  return number;
}

// "4711-tiled.cu.draft.toml" belongs to the program with process id 4711.
bool is_of_running_program(const fs::path& path) {
  const std::string name = path.filename().string();
  int process = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), process);
  return error == std::errc{} && process > 0 && end != name.data() + name.size() && *end == '-' &&
         (in_browser ? process == own_number() : kill(process, 0) == 0);
}

std::string told(fs::file_time_type written) {
  const auto ago = fs::file_time_type::clock::now() - written;
  const std::time_t when = std::time(nullptr) - std::chrono::duration_cast<std::chrono::seconds>(ago).count();
  std::tm local{};
  localtime_r(&when, &local);
  return fmt::format("{:%b %d, %H:%M}", local);
}

}  // namespace

fs::path drafts_folder() {
  const char* const state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && *state == '/') return fs::path(state) / "tilescope" / "drafts";
  const char* const home = std::getenv("HOME");
  return home == nullptr ? fs::path() : fs::path(home) / ".local" / "state" / "tilescope" / "drafts";
}

std::vector<Draft> read_draft(const fs::path& path) {
  try {
    const toml::table table = toml::parse_file(path.string());
    if (!table["draft"].is_integer() || !table["text"].is_string()) return {};
    Draft draft;
    draft.path = path;
    draft.file = table["file"].value_or(std::string("untitled.cu"));
    draft.text = table["text"].value_or(std::string());
    draft.launch = table["launch"].value_or(std::string());
    std::error_code error;
    draft.when = told(fs::last_write_time(path, error));
    return {draft};
  } catch (const toml::parse_error&) {
    return {};
  }
}

std::vector<Draft> abandoned_drafts(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> found;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.path().string().ends_with(ending()) && !is_of_running_program(entry.path()))
      found.emplace_back(entry.last_write_time(error), entry.path());
  std::sort(found.rbegin(), found.rend());
  for (; found.size() > most_drafts; found.pop_back()) fs::remove(found.back().second, error);
  std::vector<Draft> drafts;
  for (const auto& [written, path] : found)
    for (Draft& draft : read_draft(path)) drafts.push_back(std::move(draft));
  return drafts;
}

std::string DraftFile::keep(const Draft& draft) {
  if (folder_.empty() || has_failed_) return "";
  std::error_code error;
  fs::create_directories(folder_, error);
  const fs::path path =
      folder_ / fmt::format("{}-{}{}", own_number(), fs::path(draft.file).filename().string(), ending());
  if (path != path_) remove();
  path_ = path;
  std::ostringstream text;
  text << toml::table{{"draft", 1}, {"file", draft.file}, {"text", draft.text}, {"launch", draft.launch}} << '\n';
  try {
    const std::string all = text.str();
    write_file(path, {all.data(), all.size()});
  } catch (const Error& problem) {
    has_failed_ = true;
    return fmt::format("Your changes are not kept as a draft: {}", problem.what());
  }
  return "";
}

void DraftFile::remove() {
  std::error_code error;
  if (!path_.empty()) fs::remove(path_, error);
  path_.clear();
}

}  // namespace tilescope
