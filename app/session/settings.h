// The settings, kept between runs in a small TOML file.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace tilescope {

struct Settings {
  std::string theme = "dark";
  float zoom = 1;  // a multiple of the display's own scale
  double speed = 1;
  bool reduced_motion = false;  // nothing slides
  bool source = true;           // the source panel is shown
  bool lock_by_work = true;     // compares two kernels at equal numbers of useful multiply-adds, not at equal steps
  double pause = 0.15;          // seconds without a key until the typed code runs
  int width = 1600, height = 900;
  double memory = 2;                   // GiB that recordings may take, unless the command line says otherwise
  std::string page;                    // the address of TileScope's page, with which links begin
  std::vector<std::string> recent;     // kernel files opened or saved, most recent first
  std::map<std::string, int> lessons;  // the furthest step reached in each, from 1
  std::map<std::string, float> sizes;  // of panels whose border was dragged, in text sizes

  bool operator==(const Settings&) const = default;
};

// $XDG_CONFIG_HOME/tilescope/settings.toml, or in ~/.config.
[[nodiscard]] std::filesystem::path settings_path();

constexpr std::size_t most_recent = 8;

struct LoadedSettings {
  Settings settings;
  std::string problem;      // why the file or a part of it was not used; one line
  bool is_damaged = false;  // the file cannot be parsed: it is left alone so that the user can fix it
};
// A missing file gives the defaults; an unreadable one gives the defaults and a problem.
[[nodiscard]] LoadedSettings load_settings(const std::filesystem::path& path);
// Writes the whole file or nothing; returns the reason for a failure.
[[nodiscard]] std::string save_settings(const std::filesystem::path& path, const Settings& settings);

}  // namespace tilescope
