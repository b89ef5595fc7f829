#include "app/window/window_loop.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "app/desk/state.h"
#include "app/desk/words.h"
#include "app/export/output.h"
#include "app/export/png.h"
#include "app/session/aside.h"
#include "app/session/editing_session.h"
#include "app/session/frame_watch.h"
#include "app/session/links.h"
#include "instrumentation/error.h"

namespace tilescope {

namespace {

constexpr double look_seconds = 0.5;
// With software rendering no display paces the frames; this limit keeps the processor from drawing all the time.
constexpr double frame_seconds = 1.0 / 60;

double seconds_between(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

void wait_for_all(Session& session) {
  session.wait_for_lesson();
  session.wait_for_recording();
  session.wait_for_task();
  session.wait_for_variables();
}

std::string next_picture() {
  for (int number = 1;; ++number)
    if (const std::string name = fmt::format("tilescope-{:04}.png", number); !std::filesystem::exists(name))
      return name;
}

}  // namespace

WindowLoop::Notes::Notes(const Session& session, Window& beside)
    : window(open_window({.title = "TileScope: notes", .size = {900, 600}, .vsync = false, .beside = &beside})),
      desk(session, *window) {}

WindowLoop::WindowLoop(const Options& options, Session& session, Window& window)
    : options_(options), session_(session), window_(window) {
  if (!options_.script.empty()) script_.emplace(options_.script, read_script(options_.script));
  begin_drawing();
  is_opening_ = static_cast<bool>(options_.opens);
  desk_->frame(0);
  window_.present();
  if (FrameWatch& watch = FrameWatch::of_window(); watch.is_on()) {
    watch.frame_is_shown();
    first_frame_ = watch.longest().milliseconds;
    watch.begin();
  }
  if (!is_opening_) warn();
  began_ = Clock::now();
}

void WindowLoop::begin_drawing() {
  notes_.reset();
  desk_.reset();
  gui_.emplace(window_);
  desk_.emplace(session_, *gui_, window_);
  if (options_.few) desk_->show_few(options_.few_and_source);
  desk_->use_fingers(has_fingers_);
  goes_on_ = true;
}

WindowLoop::~WindowLoop() {
  if (options_.frame_times.empty()) return;
  std::ofstream(options_.frame_times) << FrameWatch::of_window().report()
                                      << fmt::format("the first one {:.1f} ms after the program began\n", first_frame_);
}

void WindowLoop::warn() {
  for (const std::string& warning : gui_->fonts().warnings()) session_.apply(Say{warning, false});
}

bool WindowLoop::goes_on_opening(bool waits) try {
  if (!is_opening_) return false;
  if (options_.opens(waits)) return true;
  is_opening_ = false;
  warn();
  return false;
} catch (...) {
  is_opening_ = false;
  throw;
}

bool WindowLoop::step() {
  FrameWatch::of_window().frame_begins();
  static_cast<void>(goes_on_opening(script_.has_value()));
  for (const std::string& path : window_.take_dropped()) session_.apply(Open{path});
  const auto before = std::exchange(began_, Clock::now());
  const bool is_open = !window_.closing();
  if (is_open) desk_->frame(seconds_between(before, began_));
  if (!is_open || !grant(session_.wishes().take())) {
    write_state();
    return false;
  }
  goes_on_ = desk_->is_busy() || session_.launching().recorder.is_busy() || is_opening_;
  {
    const OnFrame showing("showing");
    if (goes_on_ && !notes_)
      window_.present_soon();
    else
      window_.present();
  }
  FrameWatch::of_window().frame_is_shown();
  show_notes();
  write_state();
  is_scripted_ = script_ && script_->next(stage());
  return true;
}

void WindowLoop::rest() {
  const double left = frame_seconds - seconds_between(began_, Clock::now());
  if (goes_on_ && !is_scripted_ && left > 0 && window_.is_drawn_by_processor()) {
    window_.wait(left);
  } else if (goes_on_ || is_scripted_) {
    window_.poll();
  } else if (looks_now_and_then()) {
    window_.wait(look_seconds);
  } else {
    while (!window_.wait(60) && !window_.closing()) {  // nothing is drawn without events
    }
  }
}

bool WindowLoop::is_due() {
  if (window_.is_lost()) {
    was_lost_ = true;
    return false;
  }
  if (std::exchange(was_lost_, false)) begin_drawing();
  const bool has_happened = window_.poll();
  return has_happened || goes_on_ || is_scripted_ ||
         (looks_now_and_then() && seconds_between(began_, Clock::now()) >= look_seconds);
}

// Whether to look regularly: the lesson's file may change, lessons may loop, and the notes have a clock.
bool WindowLoop::looks_now_and_then() const {
  return session_.course().is_open() || notes_ || watches_file(session_.editing(), session_.launching());
}

void WindowLoop::begin(const std::string& script) {
  std::istringstream lines(script);
  told_.emplace("script", read_script(lines));
  has_to_wait_ = false;
}

bool WindowLoop::go_on() try {
  if (goes_on_opening(true)) return true;
  if (has_to_wait_) wait_for_all(session_);
  has_to_wait_ = aside::has_to_come_again();
  while (!has_to_wait_ && told_->next(stage())) has_to_wait_ = aside::has_to_come_again();
  if (has_to_wait_) return true;
  told_.reset();
  goes_on_ = true;  // and shows the result
  return false;
} catch (...) {
  told_.reset();
  goes_on_ = true;
  throw;
}

std::string WindowLoop::state() {
  session_.wait_for_variables();
  desk_->frame(0);
  return state_of(session_, desk_->screen()).dump(2) + "\n";
}

std::string WindowLoop::words() const { return is_opening_ ? "null" : words_to_read(session_).dump(-1); }

std::string WindowLoop::link() const { return is_opening_ ? "" : link_to(session_); }

// Grants the wishes that the session cannot carry out itself. False: the window should close.
bool WindowLoop::grant(const Wishes& wishes) {
  if (wishes.fullscreen) window_.set_fullscreen(session_.overlays().presenter);
  if (!wishes.clipboard.empty()) window_.set_clipboard(wishes.clipboard);
  if (wishes.screenshot) save_next_picture();
  return !wishes.quit;
}

void WindowLoop::save_next_picture() {
  const std::string name = next_picture();
  save(name);
  session_.apply(Say{fmt::format("Picture saved: {}", std::filesystem::absolute(name).string()), false});
}

void WindowLoop::save(const std::string& path) {
  try {
    write_png(path, read_pixels(window_.pixels()));
  } catch (const Error& error) {
    session_.apply(Say{error.what()});
  }
}

// Opens or closes the window with the notes. Both windows handle keys alike, so a clicker works in either; the buttons
// of the notes do what keys do.
void WindowLoop::show_notes() {
  if (notes_ && notes_->window->closing()) session_.apply(Act::notes);
  if (!session_.overlays().notes) return notes_.reset();
  try {
    if (!Gui::can_have_another())
      throw UsageError("notes need another version of ImGui: 1.92.2 supports one window only");
    if (!notes_) notes_.emplace(session_, window_);
  } catch (const Error& error) {
    session_.apply(Act::notes);
    return session_.apply(Say{error.what()});
  }
  const std::vector<Target> pressed = notes_->desk.frame();
  const std::vector<KeyPress> keys = notes_->window->take_keys();
  notes_->window->present();
  for (const KeyPress& key : keys) desk_->press(key);
  for (const Target& target : pressed) {
    session_.apply(EndNotice{});
    session_.apply(Select{target});
  }
  goes_on_ = goes_on_ || !keys.empty() || !pressed.empty();  // both windows show the result
}

// Writes the state once the window is open, for tests that observe the window from outside.
void WindowLoop::write_state() {
  if (options_.state.empty() || is_opening_) return;
  std::string state = state_of(session_, desk_->screen()).dump(2) + "\n";
  if (state == written_) return;
  write_output(options_.state, state);
  written_ = std::move(state);
}

Script::Stage WindowLoop::stage() {
  return {session_,
          *desk_,
          *gui_,
          [this](Extent pixels) {
            if (!window_.resize(pixels))
              throw UsageError("this window cannot be resized; `tilescope render` takes any size");
          },
          [this](const std::string& path) { save(path); },
          [](const std::string&) {
            throw UsageError("the notes have their own window here; `tilescope render` makes pictures of them");
          },
          options_.read_launch};
}

}  // namespace tilescope
