// Unsaved changes, saved to disk while the user types. If the program is killed, the window is closed or the power
// fails, only a few seconds of work are lost.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tilescope {

struct Draft {
  std::filesystem::path path;  // the draft's own file
  std::string file;            // the file's name, or the path where it would be saved
  std::string text;
  std::string launch;  // its last launch, as a share string; empty: never run
  std::string when;    // "Nov 25, 10:42"
};

// $XDG_STATE_HOME/tilescope/drafts, or in ~/.local/state.
[[nodiscard]] std::filesystem::path drafts_folder();

// The drafts of programs that have ended, newest first. Other files are left alone.
[[nodiscard]] std::vector<Draft> abandoned_drafts(const std::filesystem::path& folder);
// Empty if the file is not a draft.
[[nodiscard]] std::vector<Draft> read_draft(const std::filesystem::path& path);

// The draft of this program, which is rewritten repeatedly.
class DraftFile {
 public:
  // Without a folder, no draft is kept.
  void use_folder(const std::filesystem::path& folder) { folder_ = folder; }
  // Returns an error, only once, if the draft cannot be written.
  [[nodiscard]] std::string keep(const Draft& draft);
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }  // empty: there is none
  void remove();
  void leave() { path_.clear(); }  // keeps the draft for a later session

 private:
  std::filesystem::path folder_, path_;
  bool has_failed_ = false;
};

}  // namespace tilescope
