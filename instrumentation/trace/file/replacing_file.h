// A file that replaces another atomically: readers see the complete old file or the complete new one.
#pragma once

#include <cstdint>
#include <string>

#include "instrumentation/trace/file/layout.h"

namespace tilescope::file {

// The file is written under a temporary name in the same folder, ".NAME.PID-N.part", and locked meanwhile. An unlocked
// temporary of the same target was left by a writer that died; the next writer removes it.
class ReplacingFile {
 public:
  // Follows a link to its target. Throws a UsageError if the target cannot be written or is not a plain file.
  explicit ReplacingFile(const std::string& path);
  ReplacingFile(const ReplacingFile&) = delete;
  ReplacingFile& operator=(const ReplacingFile&) = delete;
  ~ReplacingFile();  // without take_place, the old file is unchanged

  void append(Bytes bytes);
  void write_at(std::uint64_t offset, Bytes bytes);
  void take_place();

 private:
  void remove_leftovers() const;
  void open_temporary();
  [[noreturn]] void fail(const std::string& why) const;

  std::string path_;  // as the caller gave it, for messages
  std::string folder_, name_;
  std::string temporary_;
  int descriptor_ = -1;
};

}  // namespace tilescope::file
