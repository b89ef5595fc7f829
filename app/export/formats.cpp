#include "app/export/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/export/chrome_trace.h"
#include "app/export/png.h"
#include "app/export/svg.h"
#include "instrumentation/error.h"

namespace tilescope {

namespace {

constexpr std::array all_formats{
    Format{.ending = ".png", .pixels = write_png},
    Format{.ending = ".svg", .shapes = svg_of},
    Format{.ending = ".gif", .film = "-c:v qtrle -pix_fmt rgb24 -f mov", .has_palette = true},
    // Most players need subsampled colours, which need even sides. Each moment takes 8 frames, for a smooth frame rate.
    Format{.ending = ".mp4",
           .film = "-vf pad=ceil(iw/2)*2:ceil(ih/2)*2 -c:v libx264 -pix_fmt yuv420p -crf 16 -preset veryfast "
                   "-tune animation -movflags +faststart -f mp4",
           .frames_a_moment = 8},
    Format{.ending = ".json",
           .launch = write_chrome_trace,
           .flag = "--chrome",
           .help = "as JSON for Perfetto and for a browser's own trace viewer"},
};

}  // namespace

std::span<const Format> formats() { return all_formats; }

const Format* format_of(const std::filesystem::path& name) {
  const auto found = std::find_if(all_formats.begin(), all_formats.end(),
                                  [&](const Format& format) { return name.extension() == format.ending; });
  return found == all_formats.end() ? nullptr : &*found;
}

const Format& range_format(const std::filesystem::path& name) {
  if (const Format* const format = format_of(name); format != nullptr && (format->is_film() || format->has_pixels()))
    return *format;
  std::vector<std::string> all = endings(&Format::is_film);
  for (std::string& ending : endings(&Format::has_pixels)) all.push_back(std::move(ending));
  throw UsageError(fmt::format("{}: frames go to a file that ends in {}", name.string(), one_of(all)));
}

std::vector<std::string> endings(bool (Format::*are_so)() const) {
  std::vector<std::string> all;
  for (const Format& format : all_formats)
    if ((format.*are_so)()) all.emplace_back(format.ending);
  return all;
}

std::string one_of(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t n = 0; n < words.size(); ++n)
    text += (n == 0 ? "" : n + 1 < words.size() ? ", " : " or ") + words[n];
  return text;
}

}  // namespace tilescope
