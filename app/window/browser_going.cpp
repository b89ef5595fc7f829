// The main loop in a browser: one step per frame, short background work between frames, and functions for the page.
#include <emscripten.h>
#include <emscripten/heap.h>

#include <string>
#include <utility>

#include "app/session/aside.h"
#include "app/window/going.h"
#include "instrumentation/error.h"

namespace tilescope {

namespace {

constexpr double settle_seconds = 2, link_seconds = 0.5;

struct Going {
  std::shared_ptr<WindowLoop> loop;
  std::function<void()> settles, ends;
  double settled = 0, linked = 0, worded = 0;
  bool has_drawn = false;  // since the page was told the link
  bool has_words = false;  // that the page has not been told
  std::string link;
  std::string answer;  // the page reads it
};

Going& going() {
  static Going all;
  return all;
}

// The page is told of changes this often; and while source is typed.
constexpr double words_seconds = 0.3, typed_words_seconds = 0.05;

// Catches and returns an error, so that the page continues.
template <class Work>
std::string trouble_of(const Work& work) {
  try {
    work();
    return "";
  } catch (const std::bad_alloc&) {
    return "out of memory; use a smaller size or a window of blocks";
  } catch (const std::exception& error) {
    return error.what();
  }
}

// Tells the page the link to what is shown, for its address.
void tell_link(double seconds) {
  Going& now = going();
  if (!now.has_drawn || seconds - now.linked < link_seconds) return;
  now.linked = seconds;
  now.has_drawn = false;
  const std::string link = now.loop->link();
  if (std::exchange(now.link, link) != link) EM_ASM({ Module.page.moved(UTF8ToString($0)); }, link.c_str());
}

// Tells the page that the words have changed.
void tell_words(double seconds) {
  Going& now = going();
  if (!now.has_words || seconds - now.worded < (now.loop->takes_tab() ? typed_words_seconds : words_seconds)) return;
  now.worded = seconds;
  now.has_words = false;
  EM_ASM(Module.page.changed());
}

void frame() {
  Going& now = going();
  const std::string trouble = trouble_of([&] {
    if (now.loop->is_told()) return;
    const bool draws = now.loop->is_due();
    if (draws) static_cast<void>(now.loop->step());
    now.has_drawn = now.has_drawn || draws;
    now.has_words = now.has_words || draws;
    static_cast<void>(aside::go_on());
    const double seconds = emscripten_get_now() / 1000;
    tell_link(seconds);
    tell_words(seconds);
    if (seconds - now.settled < settle_seconds) return;
    now.settled = seconds;
    now.settles();
  });
  if (!trouble.empty()) now.loop->say(trouble);
}

}  // namespace

void keep_going(std::shared_ptr<WindowLoop> loop, std::function<void()> settles, std::function<void()> ends) {
  going().loop = std::move(loop);
  going().settles = std::move(settles);
  going().ends = std::move(ends);
  emscripten_set_main_loop(frame, 0, 0);
}

extern "C" {

// Begins with lines of the script language. Returns the error, or an empty text.
EMSCRIPTEN_KEEPALIVE const char* tilescope_begin_script(const char* script) {
  Going& now = going();
  now.answer = now.loop == nullptr ? "the window is not open yet" : trouble_of([&] { now.loop->begin(script); });
  return now.answer.c_str();
}

// Goes on with these lines, as far as is possible without waiting. Returns the error, an empty text at the end, or
// null while something remains.
EMSCRIPTEN_KEEPALIVE const char* tilescope_go_on() {
  Going& now = going();
  bool has_more = false;
  now.answer = trouble_of([&] { has_more = now.loop->go_on(); });
  return has_more ? nullptr : now.answer.c_str();
}

// Whether something is being read, recorded or judged.
EMSCRIPTEN_KEEPALIVE int tilescope_is_busy() { return going().loop != nullptr && going().loop->is_busy() ? 1 : 0; }

EMSCRIPTEN_KEEPALIVE int tilescope_is_open() { return going().loop != nullptr && going().loop->is_open() ? 1 : 0; }

// The screen's content as data.
EMSCRIPTEN_KEEPALIVE const char* tilescope_state() {
  Going& now = going();
  const std::string trouble = trouble_of([&] { now.answer = now.loop == nullptr ? "null" : now.loop->state(); });
  return trouble.empty() ? now.answer.c_str() : "null";
}

// The text of a link to what is shown; empty if there is none.
EMSCRIPTEN_KEEPALIVE const char* tilescope_link() {
  Going& now = going();
  const std::string trouble = trouble_of([&] { now.answer = now.loop == nullptr ? "" : now.loop->link(); });
  return trouble.empty() ? now.answer.c_str() : "";
}

// What is shown, in words.
EMSCRIPTEN_KEEPALIVE const char* tilescope_words() {
  Going& now = going();
  const std::string trouble = trouble_of([&] { now.answer = now.loop == nullptr ? "null" : now.loop->words(); });
  return trouble.empty() ? now.answer.c_str() : "null";
}

// The text field under the editor: a part of the source, in bytes, is replaced by a text; then the selection.
EMSCRIPTEN_KEEPALIVE void tilescope_typed(const char* with, unsigned begin, unsigned end, unsigned anchor,
                                          unsigned caret) {
  if (going().loop == nullptr) return;
  static_cast<void>(trouble_of([&] { going().loop->type_over({begin, end, with, anchor, caret}); }));
}

// What a keyboard on the screen would type in: nothing (0), the source (1), another field (2).
EMSCRIPTEN_KEEPALIVE int tilescope_takes_text() {
  return going().loop == nullptr ? 0 : static_cast<int>(going().loop->field());
}

// Whether the program takes the key Tab, and not the page.
EMSCRIPTEN_KEEPALIVE int tilescope_takes_tab() { return going().loop != nullptr && going().loop->takes_tab() ? 1 : 0; }

// The pixels by which a panel scrolls with one step of the wheel, if a finger's drag from this place should scroll it.
EMSCRIPTEN_KEEPALIVE float tilescope_scrolls(float x, float y) {
  return going().loop == nullptr ? 0 : going().loop->scroll_step_of_finger({x, y});
}

// Whether fingers press, or a mouse.
EMSCRIPTEN_KEEPALIVE void tilescope_fingers(int on) {
  if (going().loop != nullptr) going().loop->use_fingers(on != 0);
}

// Opens a file or a share string.
EMSCRIPTEN_KEEPALIVE void tilescope_open(const char* what) {
  if (going().loop != nullptr) going().loop->open(what);
}

// Shows an error of the page in a banner.
EMSCRIPTEN_KEEPALIVE void tilescope_say(const char* problem) {
  if (going().loop != nullptr) going().loop->say(problem);
}

// The bytes of the tab's memory that the program has taken.
EMSCRIPTEN_KEEPALIVE double tilescope_memory() { return static_cast<double>(emscripten_get_heap_size()); }

// The browser has taken the drawing away.
EMSCRIPTEN_KEEPALIVE void tilescope_lost() {
  if (going().loop != nullptr) going().loop->lose_drawing();
}

// Saves drafts and settings, because the page may close at any time.
EMSCRIPTEN_KEEPALIVE void tilescope_settle() {
  if (going().ends) static_cast<void>(trouble_of(going().ends));
}

}  // extern "C"

}  // namespace tilescope
