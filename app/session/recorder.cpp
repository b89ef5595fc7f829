#include "app/session/recorder.h"

#include <array>
#include <mutex>
#include <utility>

#include "app/session/aside.h"
#include "app/session/carried_recording.h"

namespace tilescope {

// Keeps the promises of one recording. Is told on the recording's thread.
class Recorder::Receiver {
 public:
  Receiver(Relaunch asked, Recorded beside, std::shared_ptr<Progress> progress)
      : asked_(std::move(asked)), beside_(std::move(beside)), progress_(std::move(progress)) {}

  [[nodiscard]] std::future<Recording> recording() { return recording_.get_future(); }
  [[nodiscard]] std::future<std::vector<editor::Note>> notes() { return notes_.get_future(); }

  void hear(recording::Told told) {
    const std::lock_guard lock(mutex_);
    std::visit([this](auto& what) { take(what); }, told);
  }
  // The worker has ended by itself: what is missing will not come.
  void fail(const std::string& why) {
    const std::lock_guard lock(mutex_);
    if (!has_notes_) take(std::exchange(no_notes_, {}));
    if (!has_recording_) {
      Recording none;
      none.asked = asked_;
      none.asked.matrices.reset();
      none.problem = why;
      none.has_begun = true;
      take(none);
    }
    for (Explaining& each : sides_)
      if (each.is_awaited) each.explained.set_value(nullptr);
  }
  // Whether it still analyses a recording of which no part is shown any more.
  [[nodiscard]] bool is_for_nothing() const {
    const std::lock_guard lock(mutex_);
    return (sides_[0].is_awaited || sides_[1].is_awaited) && sides_[0].replay.expired() && sides_[1].replay.expired();
  }
  [[nodiscard]] bool has_recording() const {
    const std::lock_guard lock(mutex_);
    return has_recording_;
  }

 private:
  using Promise = std::promise<std::shared_ptr<const Explained>>;
  struct Explaining {
    std::weak_ptr<const Replay> replay;
    bool is_awaited = false;
    Promise explained, timing;
    std::promise<std::shared_ptr<const WholeHeat>> heat;
  };
  [[nodiscard]] Explaining& of(recording::Side side) { return sides_[static_cast<std::size_t>(side)]; }

  void take(const recording::Progress& progress) {
    progress_->stage = progress.stage;
    progress_->done = progress.done;
  }
  void take(recording::Notes notes) {
    has_notes_ = true;
    notes_.set_value(std::move(notes.notes));
  }
  void take(Recording& recording) {
    has_recording_ = true;
    await(recording.focus, recording::Side::focus);
    if (beside_.replay != nullptr)
      recording.beside = std::exchange(beside_, {});
    else
      await(recording.beside, recording::Side::beside);
    recording.asked.edits = std::exchange(asked_.edits, nullptr);
    recording_.set_value(std::move(recording));
  }
  void await(Recorded& recorded, recording::Side side) {
    if (!recorded.replay) return;
    Explaining& explaining = of(side);
    explaining.replay = recorded.replay;
    explaining.is_awaited = true;
    recorded.explaining = explaining.explained.get_future().share();
    if (recorded.replay->trace().backend() == Backend::cuda) recorded.timing = explaining.timing.get_future().share();
    if (recorded.heated) recorded.heating = explaining.heat.get_future().share();
  }
  void take(recording::Analysis& analysis) {
    of(analysis.of).is_awaited = false;
    of(analysis.of).explained.set_value(std::move(analysis.explained));
  }
  void take(recording::Timing& timing) { of(timing.of).timing.set_value(std::move(timing.explained)); }
  void take(recording::Heating& heating) { of(heating.of).heat.set_value(std::move(heating.heat)); }

  mutable std::mutex mutex_;
  Relaunch asked_;
  Recorded beside_;  // recorded earlier
  std::shared_ptr<Progress> progress_;
  std::promise<std::vector<editor::Note>> notes_;
  std::promise<Recording> recording_;
  std::array<Explaining, 2> sides_;
  bool has_notes_ = false, has_recording_ = false;
  recording::Notes no_notes_;
};

namespace {

template <class What>
bool take_when_ready(std::shared_future<What>& coming, What& what) {
  if (!aside::is_ready(coming)) return false;
  what = coming.get();
  coming = {};
  return true;
}

}  // namespace

bool Recorded::take_explained() {
  const bool has_heat = take_when_ready(heating, whole_heat);
  const bool is_explained = take_when_ready(explaining, explained);
  const bool has_time = !explaining.valid() && take_when_ready(timing, explained);
  return is_explained || has_time || has_heat;
}

void Recorded::wait_for_explained() const {
  if (explaining.valid()) aside::wait(explaining);
  if (timing.valid()) aside::wait(timing);
  if (heating.valid()) aside::wait(heating);
}

Recorder::Recorder()
    : machine_(recording::make_machine()),
      progress_(std::make_shared<Progress>()),
      superseded_(std::make_shared<std::atomic<bool>>(false)) {}

Recorder::~Recorder() {
  cancel();
  for (const Work& work : all_) work.running->stop();
}

// Analyses of what is shown go on.
void Recorder::cancel() {
  superseded_->store(true);
  if (!all_.empty() && !all_.back().receiver->has_recording()) all_.back().running->stop();
  future_ = {};
  notes_ = {};
  look_after_others();
}

void Recorder::look_after_others() {
  for (const Work& work : all_)
    if (work.receiver->is_for_nothing()) work.running->stop();
  std::erase_if(all_, [](const Work& work) { return work.running->is_over(); });
}

void Recorder::start(const Relaunch& what, const Recorded& beside, const Recorded& focus) {
  cancel();
  progress_ = std::make_shared<Progress>();
  superseded_ = std::make_shared<std::atomic<bool>>(false);
  const auto receiver = std::make_shared<Receiver>(what, beside, progress_);
  future_ = receiver->recording();
  notes_ = receiver->notes();
  recording::Asked asked{what, beside.replay != nullptr, nullptr, focus.note, machine_, superseded_};
  if (focus.replay != nullptr) asked.given = focus.replay->shared_trace();
  all_.push_back(
      {receiver, apart::begin<recording::Asked, recording::Told, recording::record>(
                     std::move(asked), {[receiver](recording::Told told) { receiver->hear(std::move(told)); },
                                        [receiver](const std::string& why) { receiver->fail(why); }})});
}

std::optional<Recording> Recorder::take() {
  look_after_others();
  if (!aside::is_ready(future_)) return std::nullopt;
  return future_.get();
}

std::optional<std::vector<editor::Note>> Recorder::take_notes() {
  if (!aside::is_ready(notes_)) return std::nullopt;
  return notes_.get();
}

std::optional<Recording> Recorder::wait() {
  if (!future_.valid()) return std::nullopt;
  aside::wait(future_);
  return take();
}

}  // namespace tilescope
