// Work beside the frames. Where there are threads, each piece of it has one of its own. Where there is none, it stands
// in a line, and whoever draws the frames goes on with it between two of them, part by part.
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <type_traits>
#include <utility>

#include "instrumentation/threads.h"

namespace tilescope::aside {

// Some of the work; true while there is more of it.
using Part = std::function<bool()>;

// For those who draw where there are no threads: does what comes first in the line, for about so many seconds if that
// comes in parts. Whether there was anything to do.
bool go_on(double seconds);

// For work that could pause: whether it should, in the time that go_on was given. Never on a thread of its own.
[[nodiscard]] bool has_to_pause();

namespace inside {

void put_in_line(Part part);

// Work that nobody waits for any more.
struct GivenUp {
  GivenUp() = default;
  virtual ~GivenUp() = default;
  GivenUp(const GivenUp&) = delete;
  GivenUp& operator=(const GivenUp&) = delete;
  [[nodiscard]] virtual bool is_over() const = 0;
};
void keep(std::unique_ptr<GivenUp> work);

}  // namespace inside

// Does all parts, one after the other. Where there are threads, the end of the future waits for them.
[[nodiscard]] std::future<void> begin_parts(Part part);

// Its result comes with the future; where there are threads, the end of that waits for it.
template <class Work>
[[nodiscard]] std::future<std::invoke_result_t<Work&>> begin(Work work) {
  if constexpr (has_threads) {
    return std::async(std::launch::async, std::move(work));
  } else {
    auto task = std::make_shared<std::packaged_task<std::invoke_result_t<Work&>()>>(std::move(work));
    auto coming = task->get_future();
    inside::put_in_line([task] { return (*task)(), false; });
    return coming;
  }
}

// The same for what the next frame cannot do without: at once where a thread would not be worth it, or there is none.
template <class Work>
[[nodiscard]] std::future<std::invoke_result_t<Work&>> begin_for_now(bool is_worth_a_thread, Work work) {
  return std::async(is_worth_a_thread && has_threads ? std::launch::async : std::launch::deferred, std::move(work));
}

template <class Future>
[[nodiscard]] bool is_ready(const Future& coming) {
  return coming.valid() && coming.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

// Nobody wants to know any more what comes of it: it comes to its end by itself, and the program waits for that alone.
template <class Future>
void give_up(Future coming) {
  struct Kept final : inside::GivenUp {
    explicit Kept(Future given) : coming(std::move(given)) {}
    [[nodiscard]] bool is_over() const override { return is_ready(coming); }
    Future coming;
  };
  if (has_threads && coming.valid() && !is_ready(coming)) inside::keep(std::make_unique<Kept>(std::move(coming)));
}

// Of much memory, whoever lets go of it last need not wait until the system has it back.
template <class Thing>
[[nodiscard]] std::shared_ptr<const Thing> let_go_aside(std::unique_ptr<const Thing> thing) {
  return {thing.release(), [](const Thing* last) {
            if constexpr (has_threads)
              give_up(std::async(std::launch::async, [last] { delete last; }));
            else
              delete last;
          }};
}

// Where nobody else does the work, who waits does it.
template <class Future>
void wait(const Future& coming) {
  if constexpr (has_threads) {
    coming.wait();
  } else {
    while (!is_ready(coming) && go_on(1)) {
    }
  }
}

// For a moment, that nothing flickers where it is soon done.
template <class Future>
void wait_for(const Future& coming, std::chrono::milliseconds most) {
  if constexpr (has_threads) coming.wait_for(most);
}

template <class Future>
[[nodiscard]] auto result_of(Future& coming) {
  wait(coming);
  return coming.get();
}

}  // namespace tilescope::aside
