// What is open and where playback stands. All changes go through apply; everything else reads.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/command/command.h"
#include "app/explain/explained.h"
#include "app/explain/heat_view.h"
#include "app/explain/limits_view.h"
#include "app/explain/loops.h"
#include "app/explain/switchboard.h"
#include "app/explain/times.h"
#include "app/explain/why.h"
#include "app/replay/touches.h"
#include "app/session/course.h"
#include "app/session/recorder.h"
#include "app/session/settings.h"
#include "app/stage/stage.h"
#include "app/stage/words.h"

namespace tilescope {

struct Playback {
  std::uint64_t moment = 0;
  Grain grain = Grain::step;
  bool playing = false;
};

// An error stays until it is closed, or mended; a notice goes with what the reader does next.
struct Banner {
  std::string text;
  bool is_error = true;
  double seconds = 0;  // until it goes by itself; 0: it stays
};

// The steps that the timeline shows.
struct TimelineRange {
  double first = 0;
  double count = 0;
};

// What belongs to the line or to the element that is pointed at, or else selected.
struct Links {
  Target of;
  std::size_t block = 0;
  std::vector<ElementOf> elements;
  std::vector<std::uint32_t> lines;
  std::vector<std::uint32_t> threads;  // of lanes, or named by a lesson
  std::vector<std::uint32_t> blocks;   // named by a lesson
};

class Session {
 public:
  // What the session cannot do itself: it asks whoever holds the window.
  struct Wishes {
    bool screenshot = false;
    bool quit = false;
    bool fullscreen = false;  // the presenter's mode was switched
    std::string clipboard;
  };

  explicit Session(Settings settings);

  void apply(const Command& command);
  void end_notice();  // for the reader goes on
  // Time goes by: plays on, and takes in what has been recorded. True where something changed.
  bool advance(double seconds);
  // Until what is being recorded is there, and explained.
  void wait_for_recording();
  // Until the lesson that was opened is there, or was refused.
  void wait_for_lesson();

  [[nodiscard]] bool has_trace() const { return shown_.replay != nullptr; }
  [[nodiscard]] const Replay& replay() const { return *shown_.replay; }
  [[nodiscard]] const Replay* beside() const { return beside_.replay.get(); }
  [[nodiscard]] const std::optional<ProductCheck>& product() const { return shown_.product; }
  // Null as long as the analyses go on.
  [[nodiscard]] const Explained* explained() const { return shown_.explained.get(); }
  [[nodiscard]] const Explained* explained_beside() const { return beside_.explained.get(); }
  [[nodiscard]] bool is_explaining() const { return shown_.is_coming() || beside_.is_coming(); }
  [[nodiscard]] HeatOf heat() const { return heat_of(shown_); }
  [[nodiscard]] HeatOf heat_beside() const { return heat_of(beside_); }
  [[nodiscard]] Explanation explanation() const { return explanation_; }
  [[nodiscard]] std::size_t finding() const { return finding_; }  // the one that is open
  [[nodiscard]] std::vector<ChipRow> chips() const;               // what can be switched; see switchboard
  // What the open view lets one choose; see options_picture.
  [[nodiscard]] std::vector<OptionRow> options() const;
  [[nodiscard]] Limits limits() const;  // once it is explained
  [[nodiscard]] Times times() const;    // likewise
  [[nodiscard]] const LoopRuns* loops() const { return loops_.get(); }  // null until they were shown
  [[nodiscard]] const LoopsChoice& loops_choice() const { return loops_choice_; }
  [[nodiscard]] double loops_part() const;  // how much of them has been done
  [[nodiscard]] const Frame& frame() const { return frame_; }
  [[nodiscard]] const Frame& beside_frame() const { return beside_frame_; }
  [[nodiscard]] const Relaunch& asked() const { return asked_; }
  [[nodiscard]] const Playback& playback() const { return playback_; }
  [[nodiscard]] const Settings& settings() const { return settings_; }
  [[nodiscard]] const std::optional<Banner>& banner() const { return banner_; }
  [[nodiscard]] const Target& selected() const { return selected_; }
  [[nodiscard]] const Target& hovered() const { return hovered_; }
  [[nodiscard]] std::optional<std::uint32_t> partner() const { return partner_; }
  [[nodiscard]] const Links& links() const { return links_; }
  [[nodiscard]] const std::optional<Slide>& slide() const { return slide_; }
  [[nodiscard]] const std::vector<Touch>& touches() const { return touches_; }
  [[nodiscard]] const std::vector<Fact>& why() const { return why_; }  // the selected element of C is wrong
  [[nodiscard]] const TimelineRange& timeline() const { return timeline_; }
  [[nodiscard]] const Recorder& recorder() const { return recorder_; }
  [[nodiscard]] double recording_for() const { return recording_for_; }  // seconds
  [[nodiscard]] bool help_is_open() const { return help_; }
  [[nodiscard]] bool launch_is_open() const { return launch_; }
  [[nodiscard]] bool presents() const { return presenter_; }
  [[nodiscard]] bool points() const { return pointer_; }
  [[nodiscard]] bool shows_notes() const { return notes_; }
  // The lesson that is open, if one is.
  [[nodiscard]] const Course& course() const { return course_; }
  [[nodiscard]] bool outline_is_open() const { return outline_; }
  [[nodiscard]] double lesson_for() const { return lesson_for_; }  // seconds since it was opened, or begun again
  // The lesson's launch is on the stage, and not one that somebody tried meanwhile.
  [[nodiscard]] bool lesson_is_shown() const;
  // Whether letters and digits answer a question now.
  [[nodiscard]] bool takes_answer() const { return course_.is_open() && course_.guess().open; }
  // Opens the question of this step where playback stands, though nothing has been played.
  void ask() { course_.come_to(playback_.moment); }
  // Lessons go on by themselves, one after the other.
  void loop_lessons() { kiosk_ = true; }
  // What is known of kernels' times; the first table is shown until another is chosen.
  void use_tables(std::vector<KnownTable> tables) { tables_ = std::move(tables); }
  // What is shown, in a line for slides: "4 against 8 global loads per thread: tiled against naive, ...; counted, ...".
  [[nodiscard]] std::string line_to_copy() const;
  // What is needed to reopen exactly this. Throws where the matrices are not those that can be made or read again.
  [[nodiscard]] Situation situation() const;
  // Why what was to be reopened is not shown as it was; empty where it is.
  [[nodiscard]] const std::string& not_reopened() const { return not_reopened_; }

  // What draws the window, as OpenGL calls it; empty where nothing is drawn.
  [[nodiscard]] const std::string& renderer() const { return renderer_; }
  void use_renderer(std::string name) { renderer_ = std::move(name); }

  [[nodiscard]] Wishes take_wishes();
  void set_window(int width, int height);  // to open the next one as large

 private:
  void act(Act act);
  void apply_to(const Seek& seek);
  void apply_to(const Select& select);
  void apply_to(const Hover& hover);
  void apply_to(const Relaunch& relaunch);
  void apply_to(const Reopen& reopen);
  void apply_to(const CancelRecording& cancel);
  void apply_to(const Open& open);
  void apply_to(const UseTheme& use);
  void apply_to(const UseGpu& use);
  void apply_to(const UseTile& use);
  void apply_to(const UseTable& use);
  void apply_to(const UseLoops& use);
  void apply_to(const PlaceLoops& place);
  void apply_to(const Say& say);
  void apply_to(const OpenLesson& open);
  void apply_to(const Pick& pick);
  void apply_to(const Answer& answer);
  void apply_to(const TypeAnswer& type);
  void apply_to(Act what) { act(what); }

  // In lesson_session.cpp: what a lesson does to what is shown.
  void act_in_lesson(Act act);
  void take_lesson(Course::News news);
  void show_step();
  void go_on();
  void show_why();
  void loop(double seconds);
  void play_on();
  [[nodiscard]] Links lit_links() const;
  void forget_selection();

  void take_in(Recording recording);
  bool take_explained();
  void restore(const Situation& situation);
  void copy(const std::string& text);
  void copy_share();
  void go_to(std::uint64_t moment);
  void move(Grain grain, bool forward);
  void go_to_next(bool forward, const std::function<bool(std::uint32_t step)>& wanted);
  void go_to_touch(bool forward);
  void select_thread(std::int64_t thread);
  void select_block(std::int64_t step);
  void record_blocks(std::size_t block, unsigned side);
  void change_blocks(bool more);
  void swap_kernels();
  void show(Explanation explanation);
  void choose_beside(int by);
  void change_number(int by);
  // What is shown was launched so; it lives as long as somebody holds it.
  [[nodiscard]] std::shared_ptr<const Launch> launch_shown() const;
  [[nodiscard]] static HeatOf heat_of(const Recorded& recorded);
  void open_finding(std::size_t number);
  void close_something();
  void zoom_timeline(double factor);
  void find_touches();
  void find_why();
  void find_links();
  void start_slide(const std::vector<TileWindow>& from);
  void refresh();
  [[nodiscard]] bool pads(std::uint32_t step) const;
  [[nodiscard]] bool waits(std::uint32_t step) const;

  Settings settings_;
  Recorder recorder_;
  Relaunch asked_;
  Recorded shown_, beside_;
  Playback playback_;
  double recording_for_ = 0;
  double due_ = 0;  // parts of a step that playing has not made yet
  std::size_t block_ = 0;
  std::uint32_t thread_ = 0;
  std::optional<std::uint32_t> partner_;
  Target selected_, hovered_;
  std::vector<Touch> touches_;
  std::vector<Fact> why_;
  Links links_;
  std::optional<Slide> slide_;
  TimelineRange timeline_;
  std::optional<Banner> banner_;
  std::optional<Situation> reopening_;  // what is being recorded is of this one
  std::string not_reopened_;
  Explanation explanation_ = Explanation::none;
  std::size_t finding_ = 0;
  LimitsChoice limits_choice_;
  std::vector<KnownTable> tables_;
  std::size_t table_ = 0;
  LoopsChoice loops_choice_;
  std::shared_ptr<const LoopRuns> loops_;
  bool help_ = false, launch_ = false, presenter_ = false, pointer_ = false, notes_ = false;
  Frame frame_, beside_frame_;
  Course course_;
  bool outline_ = false, kiosk_ = false;
  double lesson_for_ = 0;
  double shown_for_ = 0;  // seconds that a step of the lesson has stood still
  std::string renderer_;
  Wishes wishes_;
};

}  // namespace tilescope
