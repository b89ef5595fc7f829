#include "app/export/video.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "instrumentation/error.h"

namespace tilescope {

namespace fs = std::filesystem;

namespace {

using Arguments = std::vector<std::string>;

Arguments operator+(Arguments first, const Arguments& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

Arguments words_of(std::string_view text) {
  Arguments words;
  for (std::size_t end = 0; !text.empty(); text.remove_prefix(std::min(end + 1, text.size()))) {
    end = std::min(text.find(' '), text.size());
    words.emplace_back(text.substr(0, end));
  }
  return words;
}

const Arguments quiet = words_of("ffmpeg -nostdin -loglevel error -y");

// A temporary file next to the result.
fs::path beside(const fs::path& path, const char* ending) {
  fs::path other = path;
  other += ending;
  return other;
}

}  // namespace

fs::path numbered(const fs::path& path, int number) {
  fs::path file = path;
  return file.replace_filename(fmt::format("{}-{:04}{}", path.stem().string(), number, path.extension().string()));
}

Video::Video(const fs::path& path, int width, int height, int frames_per_second)
    : format_(range_format(path)), path_(path), width_(width), height_(height), frames_per_second_(frames_per_second) {
  if (width < 1 || height < 1 || frames_per_second < 1)
    throw UsageError("a video needs a width, a height and a frame rate");
  if (is_numbered()) return;
  if (!is_installed("ffmpeg"))
    throw UsageError(
        fmt::format("{}: this needs ffmpeg; install it (the package is called ffmpeg), or name a .png "
                    "to get one file per frame",
                    path.string()));
  start();
}

Video::~Video() = default;

// Raw frames go to ffmpeg's standard input. If the palette is chosen from all frames, they are first saved, without
// loss, to a file that is small if little moves.
void Video::start() {
  file_.emplace(path_);
  if (format_.has_palette) raw_.emplace(beside(path_, ".frames"));
  ffmpeg_ = std::make_unique<Subprocess>(
      words_of("ffmpeg -loglevel error -y -f rawvideo -pix_fmt rgba") +
      Arguments{"-s", fmt::format("{}x{}", width_, height_), "-r", std::to_string(frames_per_second_)} +
      words_of("-i pipe:0 -an") + words_of(format_.film) +
      Arguments{(format_.has_palette ? *raw_ : *file_).unfinished().string()});
}

void Video::add(const Image& frame) {
  if (frame.width != width_ || frame.height != height_)
    throw Error(fmt::format("a frame of {} x {} pixels does not fit a video of {} x {}", frame.width, frame.height,
                            width_, height_));
  ++frames_;
  if (is_numbered()) return format_.pixels(numbered(path_, frames_), frame);
  if (!ffmpeg_->write(frame.rgba)) {
    (void)ffmpeg_->finish();
    fail(*ffmpeg_);
  }
}

void Video::finish() {
  if (frames_ == 0) throw Error(fmt::format("{}: there are no frames", path_.string()));
  if (is_numbered()) return;
  if (!ffmpeg_->finish()) fail(*ffmpeg_);
  if (format_.has_palette) choose_colours();
  file_->commit();
}

void Video::choose_colours() {
  palette_.emplace(beside(path_, ".palette"));
  const std::string raw = raw_->unfinished().string(), palette = palette_->unfinished().string();
  convert(quiet + Arguments{"-f", "mov", "-i", raw} +
          words_of("-vf palettegen=reserve_transparent=0:stats_mode=full -f image2 -c:v png -update 1") +
          Arguments{palette});
  convert(quiet + Arguments{"-f", "mov", "-i", raw, "-f", "png_pipe", "-i", palette} +
          words_of("-lavfi paletteuse=dither=none:diff_mode=rectangle -f gif") +
          Arguments{file_->unfinished().string()});
}

void Video::convert(const Arguments& arguments) {
  Subprocess process(arguments);
  if (!process.finish()) fail(process);
}

void Video::fail(const Subprocess& process) const {
  const std::string complaint = process.complaint();
  throw Error(fmt::format("{}: ffmpeg failed{}{}", path_.string(), complaint.empty() ? "" : ": ", complaint));
}

}  // namespace tilescope
