#include "app/export/video.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "app/export/png.h"
#include "instrumentation/error.h"

namespace tilescope {

namespace fs = std::filesystem;

namespace {

using Arguments = std::vector<std::string>;

Arguments operator+(Arguments first, const Arguments& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

const Arguments quiet{"ffmpeg", "-nostdin", "-loglevel", "error", "-y"};

// A file beside the result, for what is needed on the way.
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
    : path_(path), width_(width), height_(height), frames_per_second_(frames_per_second) {
  const std::string ending = path.extension().string();
  if (ending == ".gif") {
    kind_ = Kind::gif;
  } else if (ending == ".mp4") {
    kind_ = Kind::mp4;
  } else if (ending == ".png") {
    kind_ = Kind::pngs;
  } else {
    throw UsageError(fmt::format("{}: frames go to a file that ends in .gif, .mp4 or .png", path.string()));
  }
  if (width < 1 || height < 1 || frames_per_second < 1)
    throw UsageError("a video needs a width, a height and frames for each second");
  if (kind_ == Kind::pngs) return;
  if (!is_installed("ffmpeg"))
    throw UsageError(
        fmt::format("{}: this needs ffmpeg; install it (the package is called ffmpeg), or name a .png "
                    "to get one file a frame",
                    path.string()));
  start();
}

Video::~Video() = default;

// The raw frames come through standard input. A GIF's colours are chosen from all of them, so these are kept at first,
// without loss, in a file that is small where little moves.
void Video::start() {
  file_.emplace(path_);
  const Arguments input =
      Arguments{"ffmpeg", "-loglevel", "error", "-y"} + Arguments{"-f",       "rawvideo",
                                                                  "-pix_fmt", "rgba",
                                                                  "-s",       fmt::format("{}x{}", width_, height_),
                                                                  "-r",       std::to_string(frames_per_second_),
                                                                  "-i",       "pipe:0",
                                                                  "-an"};
  if (kind_ == Kind::gif) {
    raw_.emplace(beside(path_, ".frames"));
    ffmpeg_ = std::make_unique<Subprocess>(
        input + Arguments{"-c:v", "qtrle", "-pix_fmt", "rgb24", "-f", "mov", raw_->unfinished().string()});
    return;
  }
  // Most players want halved colours, and those even sides.
  ffmpeg_ = std::make_unique<Subprocess>(input + Arguments{"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-c:v", "libx264",
                                                           "-pix_fmt", "yuv420p", "-crf", "16", "-preset", "veryfast",
                                                           "-tune", "animation", "-movflags", "+faststart", "-f", "mp4",
                                                           file_->unfinished().string()});
}

void Video::add(const Image& frame) {
  if (frame.width != width_ || frame.height != height_)
    throw Error(fmt::format("a frame of {} x {} pixels does not fit a video of {} x {}", frame.width, frame.height,
                            width_, height_));
  ++frames_;
  if (kind_ == Kind::pngs) return write_png(numbered(path_, frames_), frame);
  if (!ffmpeg_->write(frame.rgba)) {
    (void)ffmpeg_->finish();
    fail(*ffmpeg_);
  }
}

void Video::finish() {
  if (frames_ == 0) throw Error(fmt::format("{}: there are no frames", path_.string()));
  if (kind_ == Kind::pngs) return;
  if (!ffmpeg_->finish()) fail(*ffmpeg_);
  if (kind_ == Kind::gif) {
    palette_.emplace(beside(path_, ".palette"));
    const std::string raw = raw_->unfinished().string(), palette = palette_->unfinished().string();
    convert(quiet + Arguments{"-f", "mov", "-i", raw, "-vf", "palettegen=reserve_transparent=0:stats_mode=full", "-f",
                              "image2", "-c:v", "png", "-update", "1", palette});
    convert(quiet + Arguments{"-f", "mov", "-i", raw, "-f", "png_pipe", "-i", palette, "-lavfi",
                              "paletteuse=dither=none:diff_mode=rectangle", "-f", "gif", file_->unfinished().string()});
  }
  file_->commit();
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
