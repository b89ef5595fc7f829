// Files that are whole or not there: they are written beside their place and then moved to it.
#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace tilescope {

class WholeFile {
 public:
  // Through a link to what it points to.
  explicit WholeFile(const std::filesystem::path& path);
  ~WholeFile();  // without a commit, nothing is left behind
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  [[nodiscard]] const std::filesystem::path& unfinished() const { return unfinished_; }
  void commit();  // throws where the file cannot be moved to its place

 private:
  std::filesystem::path asked_for_, place_, unfinished_;
  bool committed_ = false;
};

// Throws where the bytes cannot be written. A device or a pipe is written as it is.
void write_file(const std::filesystem::path& path, std::span<const char> bytes);

// The files of a program in a browser are the page's, which gives them to whoever asked for them: `write_file` does so,
// and who writes in another way has to. Nothing elsewhere.
void hand_out(const std::filesystem::path& path);
// As a reader is told of it: with its folders; a download has none.
[[nodiscard]] std::string place_of_file(const std::filesystem::path& path);

}  // namespace tilescope
