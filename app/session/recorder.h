// Records in the background, so that the window stays responsive; only the last request is delivered.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/command/command.h"
#include "app/editor/editor_picture.h"
#include "app/session/shown.h"
#include "instrumentation/executors/executor.h"

namespace tilescope {

struct Recording {
  Relaunch asked;
  Recorded focus;
  Recorded beside;          // without a replay if there is nothing to compare
  std::string problem;      // why there is no recording
  std::string in_lockstep;  // why it is not shown as the threads ran
  std::string alone;        // why the requested kernel beside is missing
  bool has_begun = false;   // to run, so the problem is not in the code
};

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
  enum class Stage : std::uint8_t { waits, reads, plans, records, records_beside, lays_out };
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
  struct Machine;  // the executors of this computer; it is searched for a GPU only once
  class Job;       // one recording
  class Explainer;
  std::shared_ptr<Machine> machine_;
  std::future<Recording> future_;
  std::future<std::vector<editor::Note>> notes_;
  std::vector<std::future<void>> working_;  // the running recording and cancelled ones, which finish here
  std::shared_ptr<Progress> progress_;
  std::shared_ptr<std::atomic<bool>> stop_;
};

}  // namespace tilescope
