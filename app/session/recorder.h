// Records in the background, so that the window stays alive: what was asked for last is what arrives.
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
  Recorded beside;          // without a replay where nothing can be compared
  std::string problem;      // why there is nothing at all
  std::string in_lockstep;  // why it is not shown as threads ran
  std::string alone;        // why the kernel that was asked for does not stand beside
  bool has_begun = false;   // to run: what is wrong is not in the text
};

class Recorder {
 public:
  Recorder();
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // Drops what is being recorded, if anything is. What stands beside may have been recorded already, and so may the
  // launch itself, of which another order is wanted then.
  void start(const Relaunch& what, const Recorded& beside = {}, const Recorded& focus = {});
  void cancel();
  [[nodiscard]] bool is_busy() const { return future_.valid(); }
  // What it is at, and how much of the recording is done.
  enum class Stage : std::uint8_t { waits, reads, plans, records, records_beside, lays_out };
  [[nodiscard]] Stage stage() const { return progress_->stage; }
  [[nodiscard]] double done() const { return progress_->done; }
  // What has been recorded, once; nothing while it goes on, and after it was cancelled.
  [[nodiscard]] std::optional<Recording> take();
  // What is wrong with the text that was typed, once, as soon as it has been read.
  [[nodiscard]] std::optional<std::vector<editor::Note>> take_notes();
  // The same, after waiting for it.
  [[nodiscard]] std::optional<Recording> wait();

 private:
  struct Progress {
    std::atomic<Stage> stage = Stage::waits;
    std::atomic<double> done = 0;
  };
  struct Machine;  // the executors of this machine, the GPU's looked for once
  class Job;       // one recording
  class Explainer;
  std::shared_ptr<Machine> machine_;
  std::future<Recording> future_;
  std::future<std::vector<editor::Note>> notes_;
  std::vector<std::future<void>> working_;  // recordings; those that were given up come to their end there
  std::shared_ptr<Progress> progress_;
  std::shared_ptr<std::atomic<bool>> stop_;
};

}  // namespace tilescope
