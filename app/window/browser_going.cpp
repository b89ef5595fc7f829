// In a browser: a step for each picture that it shows, the work beside them in what is left of their time, and what the
// page may ask for.
#include <emscripten.h>
#include <emscripten/heap.h>

#include <string>
#include <utility>

#include "app/session/aside.h"
#include "app/window/going.h"
#include "instrumentation/error.h"

namespace tilescope {

namespace {

constexpr double work_seconds = 0.010, idle_work_seconds = 0.014;  // of a sixtieth
constexpr double settle_seconds = 2;

struct Going {
  std::shared_ptr<WindowLoop> loop;
  std::function<void()> settles, ends;
  double settled = 0;
  std::string answer;  // that the page reads
};

Going& going() {
  static Going all;
  return all;
}

// What goes wrong is told, and the page goes on.
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

void frame() {
  Going& now = going();
  const std::string trouble = trouble_of([&] {
    const bool draws = now.loop->is_due();
    if (draws) static_cast<void>(now.loop->step());
    aside::go_on(draws ? work_seconds : idle_work_seconds);
    const double seconds = emscripten_get_now() / 1000;
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

// Lines of the window's script language: what went wrong, or nothing.
EMSCRIPTEN_KEEPALIVE const char* tilescope_run(const char* script) {
  Going& now = going();
  now.answer = now.loop == nullptr ? "the window is not open yet" : trouble_of([&] { now.loop->run(script); });
  return now.answer.c_str();
}

// What is on the screen, as data.
EMSCRIPTEN_KEEPALIVE const char* tilescope_state() {
  Going& now = going();
  const std::string trouble = trouble_of([&] { now.answer = now.loop == nullptr ? "null" : now.loop->state(); });
  return trouble.empty() ? now.answer.c_str() : "null";
}

// What reopens it; nothing where there is nothing to reopen.
EMSCRIPTEN_KEEPALIVE const char* tilescope_share() {
  Going& now = going();
  const std::string trouble = trouble_of([&] { now.answer = now.loop == nullptr ? "" : now.loop->share(); });
  return trouble.empty() ? now.answer.c_str() : "";
}

// A file, or what reopens a launch.
EMSCRIPTEN_KEEPALIVE void tilescope_open(const char* what) {
  if (going().loop != nullptr) going().loop->open(what);
}

// In a banner: what the page could not do.
EMSCRIPTEN_KEEPALIVE void tilescope_say(const char* problem) {
  if (going().loop != nullptr) going().loop->say(problem);
}

// Bytes that it has taken of the tab's.
EMSCRIPTEN_KEEPALIVE double tilescope_memory() { return static_cast<double>(emscripten_get_heap_size()); }

// Keeps what is worth keeping: the page may go.
EMSCRIPTEN_KEEPALIVE void tilescope_settle() {
  if (going().ends) static_cast<void>(trouble_of(going().ends));
}

}  // extern "C"

}  // namespace tilescope
