// Where an output goes that may be long, while it is made: standard output, or a file that is whole or not there. It
// says how much is written once that has taken two seconds, and Ctrl+C ends it.
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
  // `path` is empty or "-" for standard output. Throws where the file cannot be written.
  explicit LongOutput(const std::string& path);

  [[nodiscard]] std::ostream& stream() { return stream_; }
  // When all is written. Throws where it could not be; then the file is not there.
  void commit();

 private:
  std::streamsize xsputn(const char* text, std::streamsize count) override;
  int_type overflow(int_type character) override;
  [[noreturn]] void refuse() const;

  std::string path_;
  std::optional<WholeFile> whole_;  // nothing of a device, a pipe or standard output
  std::ofstream file_;
  std::streambuf* target_;
  std::ostream stream_{this};
  std::optional<Progress> progress_;
  std::uint64_t bytes_ = 0;
};

}  // namespace tilescope::cli
