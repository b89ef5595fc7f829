// What is open and how it is looked at. All changes go through apply and advance; everything else reads.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/parts.h"
#include "app/session/under_way.h"

namespace tilescope {

class Session {
 public:
  explicit Session(Settings settings);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void apply(const Command& command);
  void end_notice();  // for the reader goes on
  // Time goes by: plays on, and takes in what has been recorded. True where something changed.
  bool advance(double seconds);
  // Until what is being recorded is there, and explained.
  void wait_for_recording();
  // Until the variables that are shown are there, and a condition's moments were found and gone to.
  void wait_for_variables();
  // Until the lesson that was opened is there, or was refused.
  void wait_for_lesson();
  // Until the task that was opened is there, or was refused, and the newest text was judged.
  void wait_for_task();
  // Where answers to tasks are kept; without that, they are not.
  void use_answers(const std::filesystem::path& folder) { parts_.tasking.use_folder(folder); }
  // Where what is typed is kept until it is saved; without that, it is not.
  void use_drafts(const std::filesystem::path& folder) { parts_.kept_text.draft.use_folder(folder); }
  void offer_draft(const Draft& draft);
  void keep_draft();
  // Whether a file may be changed by others, and has to be looked at now and then.
  [[nodiscard]] bool watches_file() const;
  // What is known of kernels' times; the first table is shown until another is chosen.
  void use_tables(std::vector<KnownTable> tables) { parts_.explaining.choices.tables = std::move(tables); }
  [[nodiscard]] Wishes take_wishes() { return std::exchange(parts_.wishes, {}); }
  // Of these, what the clipboard is for: at once, as the next key may ask for it again.
  [[nodiscard]] std::string take_copied() { return std::exchange(parts_.wishes.clipboard, {}); }
  [[nodiscard]] bool wants_paste() { return std::exchange(parts_.wishes.paste, false); }

  [[nodiscard]] const Shown& shown() const { return parts_.shown; }
  [[nodiscard]] bool has_trace() const { return parts_.shown.has_trace(); }
  // What was asked for and is not there yet.
  [[nodiscard]] std::optional<UnderWay> under_way() const;
  [[nodiscard]] const Replay& replay() const { return parts_.shown.replay(); }
  [[nodiscard]] const Replay* beside() const { return parts_.shown.replay_beside(); }
  [[nodiscard]] const Frame& frame() const { return parts_.shown.frame; }
  [[nodiscard]] const Frame& beside_frame() const { return parts_.shown.beside_frame; }
  [[nodiscard]] Explainable explainable() const;

  [[nodiscard]] const Playback& playback() const { return parts_.playback; }
  [[nodiscard]] const Selection& selection() const { return parts_.selection; }
  [[nodiscard]] const Explaining& explaining() const { return parts_.explaining; }
  [[nodiscard]] const Variables& variables() const { return parts_.worked_out.variables; }
  [[nodiscard]] const Launching& launching() const { return parts_.launching; }
  [[nodiscard]] const Editing& editing() const { return parts_.editing; }
  // What is on the stage is of a text before the one that is typed, and will stay so, or for a while.
  [[nodiscard]] bool stage_is_behind() const;
  void show_lines(std::size_t count) { parts_.editing.lines_in_sight = count; }  // of the text, for Page Down
  [[nodiscard]] const Comparing& comparing() const { return parts_.worked_out.comparing; }
  [[nodiscard]] bool is_making_cube() const { return parts_.worked_out.cubing.is_busy(); }
  [[nodiscard]] const Course& course() const { return parts_.course; }
  [[nodiscard]] const Tasking& tasking() const { return parts_.tasking; }
  // From which one goes back to the task.
  [[nodiscard]] bool comes_from_task() const { return parts_.course.comes_from_task(); }
  [[nodiscard]] bool shows_solution() const { return parts_.tasking.shows_solution(); }
  // The lesson's launch is on the stage, and not one that somebody tried meanwhile.
  [[nodiscard]] bool lesson_is_shown() const;
  [[nodiscard]] const Overlays& overlays() const { return parts_.overlays; }
  [[nodiscard]] const Settings& settings() const { return parts_.settings; }
  [[nodiscard]] const std::optional<Banner>& banner() const { return parts_.banner; }

  [[nodiscard]] bool has_order() const { return parts_.shown.has_order(); }
  // What is needed to reopen exactly this. Throws where the matrices are not those that can be made or read again.
  [[nodiscard]] Situation situation() const;
  // What is shown, in a line for slides: "4 against 8 global loads per thread: tiled against naive, ...; counted, ...".
  [[nodiscard]] std::string line_to_copy() const;

 private:
  Parts parts_;
};

}  // namespace tilescope
