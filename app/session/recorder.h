// Records in the background, so that the window stays responsive; only the last request is delivered.
#pragma once

#include <atomic>
#include <future>
#include <memory>
#include <optional>
#include <vector>

#include "app/apart/apart.h"
#include "app/session/recording.h"

namespace tilescope {

class Recorder {
 public:
  Recorder();
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // Starts a recording and cancels the running one. The launch beside may already be recorded; the launch in focus may
  // be, too, if only its order changes.
  void start(const Relaunch& what, const Recorded& beside = {}, const Recorded& focus = {});
  void cancel();
  [[nodiscard]] bool is_busy() const { return future_.valid(); }
  // The current stage, and the fraction of the recording that is done.
  using Stage = recording::Stage;
  [[nodiscard]] Stage stage() const { return progress_->stage; }
  [[nodiscard]] double done() const { return progress_->done; }
  // Returns the recording, only once; empty while it runs, and after it was cancelled.
  [[nodiscard]] std::optional<Recording> take();
  // Returns the mistakes in the typed code, only once, as soon as the code has been read.
  [[nodiscard]] std::optional<std::vector<editor::Note>> take_notes();
  // Like take, but waits.
  [[nodiscard]] std::optional<Recording> wait();

 private:
  struct Progress {
    std::atomic<Stage> stage = Stage::waits;
    std::atomic<double> done = 0;
  };
  class Receiver;  // of what one recording tells
  struct Work {
    std::shared_ptr<Receiver> receiver;
    std::unique_ptr<apart::Running> running;
  };
  void look_after_others();

  std::shared_ptr<recording::Machine> machine_;
  std::future<Recording> future_;
  std::future<std::vector<editor::Note>> notes_;
  std::vector<Work> all_;  // the last recording, and those before it that are ending or still analyse what is shown
  std::shared_ptr<Progress> progress_;
  std::shared_ptr<std::atomic<bool>> superseded_;
};

}  // namespace tilescope
