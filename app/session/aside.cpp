#include "app/session/aside.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <mutex>
#include <utility>
#include <vector>

namespace tilescope::aside {

namespace {

using Clock = std::chrono::steady_clock;

struct Line {
  std::deque<Part> parts;
  Clock::time_point pause;
  bool is_going_on = false;
};

// Used only without threads.
Line& line() {
  static Line all;
  return all;
}

}  // namespace

void inside::put_in_line(Part part) { line().parts.push_back(std::move(part)); }

namespace {

// Finishing one piece of work may cancel others.
class AllGivenUp {
 public:
  ~AllGivenUp() {
    while (!all_.empty()) std::exchange(all_, {});
  }
  void add(std::unique_ptr<inside::GivenUp> work) {
    std::vector<std::unique_ptr<inside::GivenUp>> over;
    const std::lock_guard lock(mutex_);
    const auto goes_on = [](const std::unique_ptr<inside::GivenUp>& each) { return !each->is_over(); };
    const auto ended = std::partition(all_.begin(), all_.end(), goes_on);
    over.assign(std::make_move_iterator(ended), std::make_move_iterator(all_.end()));
    all_.erase(ended, all_.end());
    all_.push_back(std::move(work));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<inside::GivenUp>> all_;
};

}  // namespace

void inside::keep(std::unique_ptr<GivenUp> work) {
  static AllGivenUp all;
  all.add(std::move(work));
}

bool has_to_pause() { return !has_threads && line().is_going_on && Clock::now() >= line().pause; }

namespace {

// The deadline of the current work. The work may wait for other work, which then runs inside it, and it may throw.
class Turn {
 public:
  explicit Turn(double seconds) : before_(line().pause), was_going_on_(std::exchange(line().is_going_on, true)) {
    line().pause = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }
  ~Turn() {
    line().pause = before_;
    line().is_going_on = was_going_on_;
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  Clock::time_point before_;
  bool was_going_on_;
};

}  // namespace

bool go_on(double seconds) {
  Line& all = line();
  if (all.parts.empty()) return false;
  const Turn turn(seconds);
  Part part = std::move(all.parts.front());
  all.parts.pop_front();
  bool has_more = true;
  while (has_more && Clock::now() < all.pause) has_more = part();
  if (has_more) all.parts.push_front(std::move(part));
  return true;
}

std::future<void> begin_parts(Part part) {
  if constexpr (has_threads) {
    return std::async(std::launch::async, [part = std::move(part)]() mutable {
      while (part()) {
      }
      part = nullptr;  // frees its data now, not with the future
    });
  } else {
    auto over = std::make_shared<std::promise<void>>();
    auto coming = over->get_future();
    inside::put_in_line([part = std::move(part), over] {
      if (part()) return true;
      over->set_value();
      return false;
    });
    return coming;
  }
}

}  // namespace tilescope::aside
