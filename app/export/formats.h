// What pictures and launches are written as: a row for each format, by the ending of a file's name.
#pragma once

#include <filesystem>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/stage/image.h"
#include "app/stage/picture.h"
#include "app/stage/theme.h"
#include "instrumentation/trace/order.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// What such a file can hold, and who writes that.
struct Format {
  std::string_view ending;  // ".png"
  // A picture: the pixels of what was drawn, or shapes, which nobody has to draw. Pixels can be of a range of moments
  // as well, in numbered files.
  void (*pixels)(const std::filesystem::path& path, const Image& image) = nullptr;
  std::string (*shapes)(const Picture& picture, const Theme& theme) = nullptr;
  // A range of moments in one file: what ffmpeg is told. Colours may be chosen from all frames, once there are no more.
  std::string_view film{};
  bool has_palette = false;
  int frames_a_moment = 1;
  // A launch for other programs, which is asked for by this flag and not by its ending.
  void (*launch)(const Trace& trace, const Order& order, std::ostream& out) = nullptr;
  const char* flag = "";
  const char* help = "";

  [[nodiscard]] bool has_pixels() const { return pixels != nullptr; }
  [[nodiscard]] bool is_picture() const { return has_pixels() || shapes != nullptr; }
  [[nodiscard]] bool is_film() const { return !film.empty(); }
  [[nodiscard]] bool is_drawn() const { return is_picture() || is_film(); }
};

[[nodiscard]] std::span<const Format> formats();
// Null where no format has the ending of that name.
[[nodiscard]] const Format* format_of(const std::filesystem::path& name);
// The one that a range of moments is written in; a UsageError where the name is of none.
[[nodiscard]] const Format& range_format(const std::filesystem::path& name);

// The endings of those that are so.
[[nodiscard]] std::vector<std::string> endings(bool (Format::*are_so)() const);
// ".png, .svg or .gif"
[[nodiscard]] std::string one_of(const std::vector<std::string>& words);

}  // namespace tilescope
