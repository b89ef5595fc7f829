#include "app/session/settings.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "app/stage/theme.h"

namespace tilescope {

namespace {

namespace fs = std::filesystem;

// Reads the settings one by one; reports the first invalid one.
class Reader {
 public:
  explicit Reader(const toml::table& table) : table_(table) {}

  template <class Value, class Check>
  void read(std::string_view key, Value& into, Check&& is_good) {
    const auto* node = table_.get(key);
    if (node == nullptr) return;
    const auto value = node->template value<Value>();
    if (value && is_good(*value))
      into = *value;
    else if (problem.empty())
      problem = fmt::format("line {}: {} is not understood", node->source().begin.line, key);
  }

  // A table of numbers by name.
  template <class Value, class Check>
  void read_all(std::string_view key, std::map<std::string, Value>& into, Check&& is_good) {
    const auto* const entries = table_[key].as_table();
    if (entries == nullptr) return;
    for (const auto& [name, node] : *entries) {
      const auto value = node.template value<Value>();
      if (value && is_good(*value))
        into[std::string(name.str())] = *value;
      else if (problem.empty())
        problem = fmt::format("line {}: {} is not understood", node.source().begin.line, name.str());
    }
  }

  std::string problem;

 private:
  const toml::table& table_;
};

}  // namespace

fs::path settings_path() {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  if (config != nullptr && *config == '/') return fs::path(config) / "tilescope" / "settings.toml";
  const char* home = std::getenv("HOME");
  return fs::path(home == nullptr ? "/tmp" : home) / ".config" / "tilescope" / "settings.toml";
}

LoadedSettings load_settings(const fs::path& path) {
  LoadedSettings loaded;
  std::ifstream file(path);
  if (!file) return loaded;
  std::stringstream text;
  text << file.rdbuf();
  try {
    const toml::table table = toml::parse(text.str(), path.string());
    Reader reader(table);
    Settings& s = loaded.settings;
    const auto any = [](auto) { return true; };
    reader.read("theme", s.theme, [](const std::string& name) { return find_theme(name) != nullptr; });
    reader.read("zoom", s.zoom, [](float zoom) { return zoom >= 0.5F && zoom <= 4; });
    reader.read("speed", s.speed, [](double speed) { return speed >= 1.0 / 16 && speed <= 1024; });
    reader.read("reduced_motion", s.reduced_motion, any);
    reader.read("source", s.source, any);
    reader.read("lock_by_work", s.lock_by_work, any);
    reader.read("pause", s.pause, [](double pause) { return pause >= 0 && pause <= 10; });
    reader.read("memory", s.memory, [](double memory) { return memory >= 0.1 && memory <= 1024; });
    reader.read("page", s.page,
                [](const std::string& page) { return page.find_first_of(" #\n") == std::string::npos; });
    const auto side = [](int pixels) { return pixels >= 320 && pixels <= 16384; };
    reader.read("width", s.width, side);
    reader.read("height", s.height, side);
    if (const toml::array* const recent = table["recent"].as_array())
      for (const toml::node& opened : *recent)
        if (opened.is_string() && s.recent.size() < most_recent) s.recent.push_back(*opened.value<std::string>());
    reader.read_all("lessons", s.lessons, [](int step) { return step > 0; });
    reader.read_all("sizes", s.sizes, [](float size) { return size > 0 && size < 1000; });
    if (!reader.problem.empty())
      loaded.problem = fmt::format("{}: {}; the default is used", path.string(), reader.problem);
  } catch (const toml::parse_error& error) {
    loaded.problem = fmt::format("{}: line {}: {}; the defaults are used", path.string(), error.source().begin.line,
                                 error.description());
    loaded.is_damaged = true;
  }
  return loaded;
}

std::string save_settings(const fs::path& path, const Settings& s) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  const fs::path fresh = path.string() + ".new";
  {
    std::ofstream file(fresh);
    toml::array recent;
    for (const std::string& opened : s.recent) recent.push_back(opened);
    toml::table all{{"theme", s.theme},   {"zoom", s.zoom},
                    {"speed", s.speed},   {"reduced_motion", s.reduced_motion},
                    {"source", s.source}, {"lock_by_work", s.lock_by_work},
                    {"pause", s.pause},   {"width", s.width},
                    {"height", s.height}, {"recent", recent}};
    if (s.memory != Settings{}.memory) all.insert("memory", s.memory);
    if (!s.page.empty()) all.insert("page", s.page);
    const auto add = [&](const char* key, const auto& entries) {
      toml::table table;
      for (const auto& [name, value] : entries) table.insert(name, value);
      if (!table.empty()) all.insert(key, table);
    };
    add("lessons", s.lessons);
    add("sizes", s.sizes);
    file << all << '\n';
    file.flush();
    if (!file) return fmt::format("{}: settings could not be saved", path.string());
  }
  fs::rename(fresh, path, error);
  return error ? fmt::format("{}: settings could not be saved: {}", path.string(), error.message()) : "";
}

}  // namespace tilescope
