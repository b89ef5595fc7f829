// The file formats of pictures and launches: one row per format, chosen by a file's ending.
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

// A file format: its content, and the function that writes it.
struct Format {
  std::string_view ending;  // ".png"
  // A picture is written from the pixels of a drawing, or from shapes, which need no drawing. Pixels may also show a
  // range of moments, in numbered files.
  void (*pixels)(const std::filesystem::path& path, const Image& image) = nullptr;
  std::string (*shapes)(const Picture& picture, const Theme& theme) = nullptr;
  // ffmpeg's options for a range of moments in one file. A palette is chosen from all frames, after the last one.
  std::string_view film{};
  bool has_palette = false;
  int frames_a_moment = 1;
  // A launch for other programs; the format is chosen by this flag, not by the ending.
  void (*launch)(const Trace& trace, const Order& order, std::ostream& out) = nullptr;
  const char* flag = "";
  const char* help = "";

  [[nodiscard]] bool has_pixels() const { return pixels != nullptr; }
  [[nodiscard]] bool is_picture() const { return has_pixels() || shapes != nullptr; }
  [[nodiscard]] bool is_film() const { return !film.empty(); }
  [[nodiscard]] bool is_drawn() const { return is_picture() || is_film(); }
};

[[nodiscard]] std::span<const Format> formats();
// Null if no format has the ending of this name.
[[nodiscard]] const Format* format_of(const std::filesystem::path& name);
// The format for a range of moments; throws a UsageError if the name has none.
[[nodiscard]] const Format& range_format(const std::filesystem::path& name);

// The endings of all formats for which `are_so` is true.
[[nodiscard]] std::vector<std::string> endings(bool (Format::*are_so)() const);
// ".png, .svg or .gif"
[[nodiscard]] std::string one_of(const std::vector<std::string>& words);

}  // namespace tilescope
