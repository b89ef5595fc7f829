// Frames as a film, encoded by ffmpeg, or as numbered pictures.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "app/export/formats.h"
#include "app/export/whole_file.h"
#include "app/stage/image.h"
#include "instrumentation/subprocess.h"

namespace tilescope {

class Video {
 public:
  // The path's ending chooses the format: see range_format. Throws if there is no such format, or if ffmpeg is needed
  // and missing. All frames must have this size.
  Video(const std::filesystem::path& path, int width, int height, int frames_per_second);
  ~Video();  // without finish(), no film remains

  void add(const Image& frame);
  void finish();
  [[nodiscard]] int frames() const { return frames_; }

 private:
  [[nodiscard]] bool is_numbered() const { return !format_.is_film(); }
  void start();
  void choose_colours();
  void convert(const std::vector<std::string>& arguments);
  [[noreturn]] void fail(const Subprocess& process) const;

  const Format& format_;
  std::filesystem::path path_;
  int width_, height_, frames_per_second_, frames_ = 0;
  std::optional<WholeFile> file_, raw_, palette_;
  std::unique_ptr<Subprocess> ffmpeg_;
};

// The file of a frame, counted from 1: walk.png and 7 give walk-0007.png.
[[nodiscard]] std::filesystem::path numbered(const std::filesystem::path& path, int number);

}  // namespace tilescope
