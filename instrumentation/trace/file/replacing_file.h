// A file that takes the place of another in one moment: until then the old one is whole, and from then on the new one.
#pragma once

#include <cstdint>
#include <string>

#include "instrumentation/trace/file/layout.h"

namespace tilescope::file {

// Written under a temporary name in the same folder, ".NAME.PID-N.part", and locked for as long. Temporaries of the
// same target that are not locked were left by writers that died; the next one removes them.
class ReplacingFile {
 public:
  // Through a link, to what it points to. A UsageError where this cannot be written, or is not a plain file.
  explicit ReplacingFile(const std::string& path);
  ReplacingFile(const ReplacingFile&) = delete;
  ReplacingFile& operator=(const ReplacingFile&) = delete;
  ~ReplacingFile();  // without take_place: nothing has happened

  void append(Bytes bytes);
  void write_at(std::uint64_t offset, Bytes bytes);
  void take_place();

 private:
  void remove_leftovers() const;
  void open_temporary();
  [[noreturn]] void fail(const std::string& why) const;

  std::string path_;  // as it was given, for messages
  std::string folder_, name_;
  std::string temporary_;
  int descriptor_ = -1;
};

}  // namespace tilescope::file
