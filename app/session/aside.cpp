#include "app/session/aside.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <mutex>
#include <utility>
#include <vector>

namespace tilescope::aside {

namespace {

// Used only without threads.
struct Line {
  std::deque<std::function<void()>> work;
  bool has_waited_in_vain = false;
};
Line& line() {
  static Line all;
  return all;
}

}  // namespace

void inside::put_in_line(std::function<void()> work) { line().work.push_back(std::move(work)); }

void inside::waits_in_vain() { line().has_waited_in_vain = true; }

bool has_to_come_again() { return std::exchange(line().has_waited_in_vain, false); }

bool go_on() {
  std::deque<std::function<void()>>& all = line().work;
  if (all.empty()) return false;
  const std::function<void()> first = std::move(all.front());
  all.pop_front();
  first();
  return true;
}

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

}  // namespace tilescope::aside
