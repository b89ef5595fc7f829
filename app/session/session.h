// What is open and how it is looked at, in parts: each has its state and does with a command what is its own. All
// changes go through apply; what follows from them is worked out in one place, and everything else reads.
#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/command/command.h"
#include "app/session/comparing.h"
#include "app/session/course.h"
#include "app/session/cubing.h"
#include "app/session/descending.h"
#include "app/session/drafts.h"
#include "app/session/editing.h"
#include "app/session/explaining.h"
#include "app/session/launching.h"
#include "app/session/overlays.h"
#include "app/session/playback.h"
#include "app/session/selection.h"
#include "app/session/settings.h"
#include "app/session/shown.h"
#include "app/session/tasking.h"
#include "app/session/variables.h"
#include "app/session/under_way.h"

namespace tilescope {

// An error stays until it is closed, or mended; a notice goes with what the reader does next.
struct Banner {
  std::string text;
  bool is_error = true;
  double seconds = 0;      // until it goes by itself; 0: it stays
  std::string offer = {};  // what else can be done, and by which command
  std::optional<Command> accept = {};
};

class Session {
 public:
  // What the session cannot do itself: it asks whoever holds the window.
  struct Wishes {
    bool screenshot = false;
    bool quit = false;
    bool fullscreen = false;  // the presenter's mode was switched
    std::string clipboard;
    bool paste = false;  // what the clipboard holds is wanted
  };

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
  void use_answers(const std::filesystem::path& folder) { tasking_.use_folder(folder); }
  // Where what is typed is kept until it is saved; without that, it is not.
  void use_drafts(const std::filesystem::path& folder) { draft_.use_folder(folder); }
  void offer_draft(const Draft& draft);
  void keep_draft();
  // Whether a file may be changed by others, and has to be looked at now and then.
  [[nodiscard]] bool watches_file() const { return !file_shown().empty() || editing_.is_changed(); }
  // What is known of kernels' times; the first table is shown until another is chosen.
  void use_tables(std::vector<KnownTable> tables) { explaining_.choices.tables = std::move(tables); }
  [[nodiscard]] Wishes take_wishes();
  // Of these, what the clipboard is for: at once, as the next key may ask for it again.
  [[nodiscard]] std::string take_copied() { return std::exchange(wishes_.clipboard, {}); }
  [[nodiscard]] bool wants_paste() { return std::exchange(wishes_.paste, false); }

  [[nodiscard]] const Shown& shown() const { return shown_; }
  [[nodiscard]] bool has_trace() const { return shown_.has_trace(); }
  // What was asked for and is not there yet.
  [[nodiscard]] std::optional<UnderWay> under_way() const;
  [[nodiscard]] const Replay& replay() const { return *shown_.focus.replay; }
  [[nodiscard]] const Replay* beside() const { return shown_.beside.replay.get(); }
  [[nodiscard]] const Frame& frame() const { return shown_.frame; }
  [[nodiscard]] const Frame& beside_frame() const { return shown_.beside_frame; }
  [[nodiscard]] Explainable explainable() const;

  [[nodiscard]] const Playback& playback() const { return playback_; }
  [[nodiscard]] const Selection& selection() const { return selection_; }
  [[nodiscard]] const Explaining& explaining() const { return explaining_; }
  [[nodiscard]] const Variables& variables() const { return variables_; }
  [[nodiscard]] const Launching& launching() const { return launching_; }
  [[nodiscard]] const Editing& editing() const { return editing_; }
  // What is on the stage is of a text before the one that is typed, and will stay so, or for a while.
  [[nodiscard]] bool stage_is_behind() const;
  void show_lines(std::size_t count) { editing_.lines_in_sight = count; }  // of the text, for Page Down
  [[nodiscard]] const Comparing& comparing() const { return comparing_; }
  [[nodiscard]] bool is_making_cube() const { return cubing_.is_busy(); }
  [[nodiscard]] const Course& course() const { return course_; }
  [[nodiscard]] const Tasking& tasking() const { return tasking_; }
  // From which one goes back to the task.
  [[nodiscard]] bool comes_from_task() const { return !task_left_.empty(); }
  [[nodiscard]] bool shows_solution() const { return !set_aside_.empty(); }  // in place of the answer
  // The lesson's launch is on the stage, and not one that somebody tried meanwhile.
  [[nodiscard]] bool lesson_is_shown() const;
  [[nodiscard]] const Overlays& overlays() const { return overlays_; }
  [[nodiscard]] const Settings& settings() const { return settings_; }
  [[nodiscard]] const std::optional<Banner>& banner() const { return banner_; }

  // Whether the order in which threads ran can be asked for: of recordings on the CPU.
  [[nodiscard]] bool has_order() const { return has_trace() && shown_.trace().backend() == Backend::cpu; }
  // What is needed to reopen exactly this. Throws where the matrices are not those that can be made or read again.
  [[nodiscard]] Situation situation() const;
  [[nodiscard]] Situation situation_shown() const;

 private:
  // What each command does, by handing it to the part that it is for.
  void apply_to(Act act);
  void apply_to(const Seek& seek) { playback_.apply(seek, shown_); }
  void apply_to(const Select& select);
  void apply_to(const Hover& hover) { selection_.apply(hover); }
  void apply_to(const Relaunch& relaunch);
  void apply_to(const Reopen& reopen);
  void apply_to(const CancelRecording& cancel);
  void apply_to(const Open& open);
  void apply_to(const UseTheme& use);
  void apply_to(const Explain& explain);
  void apply_to(const UseLoops& use);
  void apply_to(const UseGpu& use) { explaining_.apply(use); }
  void apply_to(const UseTile& use) { explaining_.apply(use); }
  void apply_to(const UseTable& use) { explaining_.apply(use); }
  void apply_to(const PlaceLoops& place) { explaining_.apply(place); }
  void apply_to(const LookAtCube& at) { explaining_.choices.cube = at.look; }
  void apply_to(const UseVariable& use) { explaining_.apply(use); }
  void apply_to(const ScrollRows& scroll) { explaining_.choices.scrolled = Scrolled{scroll.first, playback_.moment}; }
  void apply_to(const PinVariable& pin) { explaining_.apply(pin); }
  void apply_to(const RunTo& run);
  void apply_to(const Say& say) { banner_ = Banner{say.text, say.is_error}; }
  void apply_to(const OpenLesson& open);
  void apply_to(const OpenTask& open);
  void apply_to(const ShowLaunch& show);
  void apply_to(const LoopLessons&) { course_.loop(); }
  void apply_to(const OpenQuestion&) { course_.come_to(playback_.moment); }
  void apply_to(const Vote& vote) { course_.apply(vote); }
  void apply_to(const GoToStep& go);
  void apply_to(const Answer& answer) { course_.apply(answer); }
  void apply_to(const TypeAnswer& type) { course_.apply(type); }
  void apply_to(const TypeKey& type);
  void apply_to(const PlaceCaret& place);
  void apply_to(const PasteText& paste);
  void apply_to(const Find& what);
  void apply_to(const FindHere& what) {
    if (editing_.is_open()) editing_.mark(what);
  }
  void apply_to(const Replace& what);
  void apply_to(const StandBeside& which);
  void apply_to(const OpenText& open);
  void apply_to(const OpenDraft& open);
  void apply_to(const SaveText& save);
  void apply_to(const ReloadText& reload);
  void do_next(const std::optional<Command>& command);

  void take_option(const std::vector<OptionRow>& rows, std::uint32_t number);
  void go_to_deed(const Target& target);
  void open_lane(std::uint32_t first);
  void open_finding(std::size_t number);
  void go_to_stop(bool forward);
  [[nodiscard]] std::string variable_called(std::uint32_t number) const;
  void open_parting();
  void go_to_point(std::uint32_t cell);
  bool follow_cube();
  void swap_kernels();
  void switch_order();
  void follow_turn();
  void close_something();
  void copy(const std::string& text);
  void copy_share();
  bool finish_share(bool waits);

  // In editing_session.cpp: what typing does to what is shown.
  void edit_source();
  bool run_typed(double seconds);
  void take_typed(Recording recording);
  void put_beside();
  void save();
  void leave_text();
  void remember(const std::string& path);
  void follow_text();
  bool open_broken(const Recording& failed);
  bool look_after_text(double seconds);
  bool look_at_file();
  [[nodiscard]] static std::filesystem::file_time_type time_of(const std::string& path);
  [[nodiscard]] std::string file_shown() const;  // which kernel's file is open, if one is

  // In lesson_session.cpp: what a lesson does to what is shown.
  void act_in_lesson(Act act);
  void take_lesson(Course::News news);
  void show_step();
  void go_on();
  void play_on();
  void show_why();
  void go_on_alone(double seconds);
  [[nodiscard]] std::optional<std::uint64_t> halt() const;

  // In task_session.cpp: what a task does to what is shown.
  void act_in_task(Act act);
  void take_task(Tasking::News news);
  void begin_task();
  void show_launch(std::size_t launch);
  void show_solution();
  void open_lesson_of_task();
  void open_task_of_lesson();
  void open_next_task();
  void keep_answer();
  void go_to_missed();
  void go_to(const tasks::Sight& sight);
  void select_element(std::size_t array, std::uint32_t number);
  void begin_anew();
  void hand_in(const std::string& path, const std::string& typed);

  // Another launch, or none beside it, comes onto the stage: what was pointed at before means nothing there.
  void show(Recorded focus, Recorded beside);
  // All that follows from what was chosen: frames, links, stories, the timeline's range.
  void settle();
  [[nodiscard]] bool find_frames();
  void take_in(Recording recording);
  bool take_explained();
  bool compare();
  [[nodiscard]] ChangesOf changes_of() const;
  void restore(const Situation& situation);

  Settings settings_;
  Shown shown_;
  Playback playback_;
  Selection selection_;
  Explaining explaining_;
  Variables variables_;
  Launching launching_;
  Editing editing_;
  DraftFile draft_;
  std::uint64_t drafted_ = 0;  // the version of the text that its draft has
  double since_draft_ = 0, since_look_ = 0;
  struct Watched {
    std::string path;
    std::filesystem::file_time_type written;
  };
  Watched watched_;
  Comparing comparing_;
  Cubing cubing_;
  Descending descending_;
  Course course_;
  Tasking tasking_;
  bool goes_to_missed_ = false;  // once the launch in which a goal is missed is there
  bool begins_task_ = false;     // its first run is on its way
  std::string task_left_;        // the file of the task from which the lesson was opened
  std::string lesson_step_;      // the bookmark of its step that is meant there
  std::string set_aside_;        // the answer, while the solution is shown
  std::string handing_in_;       // the file for an answer that is still looked at
  Overlays overlays_;
  double shown_for_ = 0;      // seconds that a step of the lesson has stood still
  double preparing_for_ = 0;  // seconds that a lesson or a task is on its way
  std::optional<Banner> banner_;
  Wishes wishes_;
  struct Sharing {
    Situation situation;
    std::future<bool> made;  // whether its arrays can be made again
  };
  Sharing sharing_;

  // What the frames were made for.
  static constexpr std::uint64_t nowhere_ = ~std::uint64_t{0};
  std::uint64_t followed_ = nowhere_;  // the moment at which it was looked for who has the turn
  struct Framed {
    std::shared_ptr<const Replay> focus, beside;
    Cursor cursor;
    bool lock_by_work = true;
    Standing standing = Standing::before;
    bool operator==(const Framed&) const = default;
  };
  std::optional<Framed> framed_;
};

// What is shown, in a line for slides: "4 against 8 global loads per thread: tiled against naive, ...; counted, ...".
[[nodiscard]] std::string line_to_copy(const Session& session);

}  // namespace tilescope
