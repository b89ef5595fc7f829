// Short work in the background. With threads, each piece of work has its own thread. Without threads, the work waits in
// a queue, and the frame loop runs it between frames; long work is then done by a worker (app/apart).
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <type_traits>
#include <utility>

#include "instrumentation/threads.h"

namespace tilescope::aside {

// For a frame loop without threads: runs the first work in the queue. True if the queue had any.
bool go_on();

// Whether somebody has waited, since the last call, for work that a worker does. Nothing on a page can wait for that:
// the caller has to come again later.
[[nodiscard]] bool has_to_come_again();

namespace inside {

void put_in_line(std::function<void()> work);
void waits_in_vain();

// Abandoned work that may still be running.
struct GivenUp {
  GivenUp() = default;
  virtual ~GivenUp() = default;
  GivenUp(const GivenUp&) = delete;
  GivenUp& operator=(const GivenUp&) = delete;
  [[nodiscard]] virtual bool is_over() const = 0;
};
void keep(std::unique_ptr<GivenUp> work);

}  // namespace inside

// The future delivers the result. With threads, its destructor waits for the work.
template <class Work>
[[nodiscard]] std::future<std::invoke_result_t<Work&>> begin(Work work) {
  if constexpr (has_threads) {
    return std::async(std::launch::async, std::move(work));
  } else {
    auto task = std::make_shared<std::packaged_task<std::invoke_result_t<Work&>()>>(std::move(work));
    auto coming = task->get_future();
    inside::put_in_line([task] { (*task)(); });
    return coming;
  }
}

// Like begin, for results that the next frame needs: runs at once without threads, or if a thread would not pay off.
template <class Work>
[[nodiscard]] std::future<std::invoke_result_t<Work&>> begin_for_now(bool is_worth_a_thread, Work work) {
  return std::async(is_worth_a_thread && has_threads ? std::launch::async : std::launch::deferred, std::move(work));
}

template <class Future>
[[nodiscard]] bool is_ready(const Future& coming) {
  return coming.valid() && coming.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

// Abandons the work. It runs to its end, and only the program's exit waits for it.
template <class Future>
void give_up(Future coming) {
  struct Kept final : inside::GivenUp {
    explicit Kept(Future given) : coming(std::move(given)) {}
    [[nodiscard]] bool is_over() const override { return is_ready(coming); }
    Future coming;
  };
  if (has_threads && coming.valid() && !is_ready(coming)) inside::keep(std::make_unique<Kept>(std::move(coming)));
}

// Frees a large object in the background, so that its last owner does not wait for the system.
template <class Thing>
[[nodiscard]] std::shared_ptr<const Thing> let_go_aside(std::unique_ptr<const Thing> thing) {
  return {thing.release(), [](const Thing* last) {
            if constexpr (has_threads)
              give_up(std::async(std::launch::async, [last] { delete last; }));
            else
              delete last;
          }};
}

// Waits for the work; without threads, the waiting caller runs it, if no worker does.
template <class Future>
void wait(const Future& coming) {
  if constexpr (has_threads) {
    coming.wait();
  } else {
    while (!is_ready(coming) && go_on()) {
    }
    if (!is_ready(coming)) inside::waits_in_vain();
  }
}

// Waits up to `most`, so that quick work causes no flicker.
template <class Future>
void wait_for(const Future& coming, std::chrono::milliseconds most) {
  if constexpr (has_threads) coming.wait_for(most);
}

}  // namespace tilescope::aside
