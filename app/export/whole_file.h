// Files that are either complete or absent: a temporary file is written next to the final path and then moved there.
#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace tilescope {

class WholeFile {
 public:
  // If the path is a link, writes the link's target.
  explicit WholeFile(const std::filesystem::path& path);
  ~WholeFile();  // without commit(), nothing remains
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  [[nodiscard]] const std::filesystem::path& unfinished() const { return unfinished_; }
  void commit();  // throws if the file cannot be moved to its final path

 private:
  std::filesystem::path asked_for_, place_, unfinished_;
  bool committed_ = false;
};

// Throws if the bytes cannot be written. A device or a pipe is written directly.
void write_file(const std::filesystem::path& path, std::span<const char> bytes);

// In a browser, a program's files belong to the page, which hands them to the user. `write_file` calls this function;
// other ways of writing must call it, too. Elsewhere it does nothing.
void hand_out(const std::filesystem::path& path);
// The path for messages, with its folders; a download has no folders.
[[nodiscard]] std::string place_of_file(const std::filesystem::path& path);

}  // namespace tilescope
