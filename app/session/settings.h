// What is kept from one run to the next, in a small TOML file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tilescope {

struct Settings {
  std::string theme = "dark";
  float zoom = 1;  // times the display's own scale
  double speed = 1;
  bool reduced_motion = false;  // nothing slides
  bool source = true;           // the source panel is shown
  bool lock_by_work = true;     // two kernels in step by useful multiply-adds, not by steps
  double pause = 0.15;          // seconds without a key until what was typed is run
  int width = 1600, height = 900;
  double memory = 2;  // GiB that recordings may take, unless the command line says otherwise
  std::string page;  // the address of TileScope's page: links begin with it
  std::vector<std::string> recent;  // kernels' files that were opened or saved, the last one first

  bool operator==(const Settings&) const = default;
};

// $XDG_CONFIG_HOME/tilescope/settings.toml, or in ~/.config.
[[nodiscard]] std::filesystem::path settings_path();

constexpr std::size_t most_recent = 8;

struct LoadedSettings {
  Settings settings;
  std::string problem;      // why the file, or a part of it, was not used; one line
  bool is_damaged = false;  // nothing of it could be read: it is left as it is, for its writer to mend
};
// A missing file gives the defaults, and so does what cannot be read, with a word about it.
[[nodiscard]] LoadedSettings load_settings(const std::filesystem::path& path);
// Whole or not at all; gives why not.
[[nodiscard]] std::string save_settings(const std::filesystem::path& path, const Settings& settings);

}  // namespace tilescope
