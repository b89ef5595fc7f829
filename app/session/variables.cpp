#include "app/session/variables.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

#include "app/session/aside.h"
#include "instrumentation/error.h"

namespace tilescope {

namespace {

constexpr std::size_t most_blocks = 4;  // kept at the same time
constexpr std::chrono::milliseconds worth_waiting{4};

template <class Result>
bool is_ready(std::future<Result>& future, bool waits) {
  if (future.valid() && waits) aside::wait(future);
  return aside::is_ready(future);
}

}  // namespace

Variables::~Variables() { forget(); }

// Stops the running work.
void Variables::forget() {
  if (stop_) stop_->store(true);
  aside::give_up(std::exchange(running_, {}));
  aside::give_up(std::exchange(searching_, {}));
  known_.clear();
  order_.clear();
  last_ = {};
  problem_.clear();
  way_.reset();
  now_ = {};
  stop_ = std::make_shared<std::atomic<bool>>(false);
}

void Variables::apply(const RunTo& run, const Shown& shown) {
  if (!shown.has_trace()) return;
  settle(shown, false);
  way_ = run.forward;
  if ((run.condition.empty() || run.condition == now_.condition) && (now_.stops != nullptr || searching_.valid()))
    return;
  if (!run.condition.empty()) now_.condition = run.condition;
  now_.condition_problem.clear();
  now_.stops.reset();
  if (searching_.valid()) {  // a search for another condition
    stop_->store(true);
    aside::give_up(std::exchange(searching_, {}));
    aside::give_up(std::exchange(running_, {}));
    stop_ = std::make_shared<std::atomic<bool>>(false);
  }
  searching_ = aside::begin([condition = now_.condition, replay = shown.focus.replay, stop = stop_] {
    Found found;
    try {
      const Rerun rerun(replay->trace());
      const machine::Condition read(rerun.kernel(), condition);
      found.stops =
          std::make_shared<const std::vector<Stop>>(find_stops(rerun, *replay, read, [&] { return !stop->load(); }));
    } catch (const machine::TooManyChanges&) {
      found.problem = "these variables change too often to be searched: use a smaller launch";
    } catch (const std::bad_alloc&) {
      found.problem = "out of memory";
    } catch (const Error& error) {
      found.problem = error.what();
    }
    return found;
  });
  now_.is_searching = true;
  aside::wait_for(searching_, worth_waiting);
  take_ready(false);
}

std::optional<bool> Variables::take_way() {
  if (searching_.valid() || now_.stops == nullptr) return std::nullopt;
  return std::exchange(way_, std::nullopt);
}

bool Variables::settle(const Shown& shown, bool wanted) {
  if (of_ != shown.focus.replay) {
    forget();
    of_ = shown.focus.replay;
  }
  bool changed = take_ready(false);
  if (of_ == nullptr) return changed;
  if (wanted && is_missing(shown) && !running_.valid()) {
    start(shown);
    aside::wait_for(running_, worth_waiting);
    changed = take_ready(false) || changed;
  }
  show(shown);
  return changed;
}

void Variables::wait(const Shown& shown, bool wanted) {
  settle(shown, wanted);
  while (is_busy()) {
    take_ready(true);
    settle(shown, wanted);
  }
}

bool Variables::is_missing(const Shown& shown) const {
  if (!problem_.empty() || shown.frame.threads.empty()) return false;
  const auto known = known_.find(shown.frame.block);
  if (known == known_.end()) return true;
  const bool is_of_moment =
      last_.locals != nullptr && last_.block == shown.frame.block && last_.moment == shown.frame.moment;
  return known->second == nullptr && !is_of_moment;
}

void Variables::start(const Shown& shown) {
  const bool is_too_large = known_.contains(shown.frame.block);
  Ran asked{.block = shown.frame.block, .moment = shown.frame.moment, .history = {}, .locals = {}, .problem = {}};
  std::vector<std::uint32_t> moments;
  for (const ThreadNow& now : shown.frame.threads) moments.push_back(now.done);
  running_ = aside::begin([is_too_large, asked, moments, replay = shown.focus.replay, stop = stop_] {
    Ran ran = asked;
    try {
      const Rerun rerun(replay->trace());
      if (is_too_large)
        ran.locals = std::make_shared<const machine::Locals>(rerun.locals(ran.block, moments));
      else
        ran.history = std::make_shared<const machine::History>(rerun.history(ran.block, [&] { return !stop->load(); }));
    } catch (const machine::TooManyChanges&) {  // then only one moment at a time
    } catch (const std::bad_alloc&) {
      ran.problem = "Not enough memory to run this block again.";
    } catch (const Error& error) {
      ran.problem = error.what();
    }
    return ran;
  });
}

void Variables::take(Ran ran) {
  problem_ = ran.problem;
  if (ran.locals != nullptr) {
    last_ = std::move(ran);
    return;
  }
  if (!problem_.empty()) return;
  known_[ran.block] = ran.history;
  order_.push_back(ran.block);
  if (order_.size() <= most_blocks) return;
  known_.erase(order_.front());
  order_.erase(order_.begin());
}

bool Variables::take_ready(bool waits) {
  bool changed = false;
  if (is_ready(running_, waits)) {
    take(running_.get());
    changed = true;
  }
  if (is_ready(searching_, waits)) {
    Found found = searching_.get();
    now_.stops = std::move(found.stops);
    now_.condition_problem = std::move(found.problem);
    now_.is_searching = false;
    if (!now_.condition_problem.empty()) way_.reset();
    changed = true;
  }
  return changed;
}

void Variables::show(const Shown& shown) {
  const auto known = known_.find(shown.frame.block);
  now_.history = known == known_.end() ? nullptr : known->second;
  const bool is_of_moment = last_.block == shown.frame.block && last_.moment == shown.frame.moment;
  now_.locals = is_of_moment ? last_.locals : nullptr;
  now_.problem = problem_;
}

}  // namespace tilescope
