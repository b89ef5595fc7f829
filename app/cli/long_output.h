// Output that may be long, written piece by piece to standard output or to a file that is either complete or absent. It
// reports progress after two seconds, and Ctrl+C stops it.
#pragma once

#include <cstdint>
#include <fstream>
#include <optional>
#include <ostream>
#include <streambuf>
#include <string>

#include "app/command_line/progress.h"
#include "app/export/whole_file.h"

namespace tilescope::cli {

class LongOutput : private std::streambuf {
 public:
  // An empty `path` or "-" means standard output. Throws if the file cannot be written.
  explicit LongOutput(const std::string& path);

  [[nodiscard]] std::ostream& stream() { return stream_; }
  // Finishes the output. Throws if it could not be written, and then leaves no file.
  void commit();

 private:
  std::streamsize xsputn(const char* text, std::streamsize count) override;
  int_type overflow(int_type character) override;
  [[noreturn]] void refuse() const;

  std::string path_;
  std::optional<WholeFile> whole_;  // empty for a device, a pipe or standard output
  std::ofstream file_;
  std::streambuf* target_;
  std::ostream stream_{this};
  std::optional<Progress> progress_;
  std::uint64_t bytes_ = 0;
};

}  // namespace tilescope::cli
