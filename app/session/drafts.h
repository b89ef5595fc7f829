// What somebody typed and did not save, kept on disk while they type: a program that is killed, a window that is closed
// and a power cut lose a few seconds.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tilescope {

struct Draft {
  std::filesystem::path path;  // where it is kept
  std::string file;            // what the text is called, or where it would be saved
  std::string text;
  std::string launch;  // how it was run last, as a share string; empty: it never was
  std::string when;    // "Nov 25, 10:42"
};

// $XDG_STATE_HOME/tilescope/drafts, or in ~/.local/state.
[[nodiscard]] std::filesystem::path drafts_folder();

// The drafts of programs that do not run any more, the newest first. Files that are no drafts are left alone.
[[nodiscard]] std::vector<Draft> abandoned_drafts(const std::filesystem::path& folder);
// Nothing where the file is no draft.
[[nodiscard]] std::vector<Draft> read_draft(const std::filesystem::path& path);

// The one draft of this program, which may be written again and again.
class DraftFile {
 public:
  // Nothing is kept without a folder.
  void use_folder(const std::filesystem::path& folder) { folder_ = folder; }
  // What cannot be written is told once.
  [[nodiscard]] std::string keep(const Draft& draft);
  void remove();
  void leave() { path_.clear(); }  // for somebody who asks for it later

 private:
  std::filesystem::path folder_, path_;
  bool has_failed_ = false;
};

}  // namespace tilescope
