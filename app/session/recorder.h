// Records in the background, so that the window stays alive: what was asked for last is what arrives.
#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "app/command/command.h"
#include "app/explain/explained.h"
#include "app/replay/replay.h"
#include "instrumentation/analysis/product.h"
#include "instrumentation/executors/executor.h"

namespace tilescope {

// A launch, recorded and ready to be shown. The analyses of it follow: they go on while it is looked at, and end when
// nobody holds the replay any more.
struct Recorded {
  std::shared_ptr<const Replay> replay;
  std::optional<ProductCheck> product;  // nothing where a fault ended the launch
  std::shared_future<std::shared_ptr<const Explained>> explaining;  // invalid once it was taken
  std::shared_ptr<const Explained> explained;                       // null: not yet, or there was no memory for it

  // The loads of all blocks, where they are counted on a GPU beside those that were recorded; and how much of that is done.
  std::shared_future<std::shared_ptr<const WholeHeat>> heating;
  std::shared_ptr<const std::atomic<double>> heated;
  std::shared_ptr<const WholeHeat> whole_heat;

  // Takes the analyses in when they are done; true where that is now.
  bool take_explained();
  [[nodiscard]] bool is_coming() const { return explaining.valid() || heating.valid(); }
};

struct Recording {
  Relaunch asked;
  Recorded focus;
  Recorded beside;          // without a replay where nothing can be compared
  std::string problem;      // why there is nothing at all
  std::string note;         // why it was done on the CPU, if that is worth a word
};

class Recorder {
 public:
  Recorder();
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // Drops what is being recorded, if anything is.
  void start(const Relaunch& what);
  void cancel();
  [[nodiscard]] bool is_busy() const { return future_.valid(); }
  [[nodiscard]] double done() const { return done_->load(); }
  // What has been recorded, once; nothing while it goes on, and after it was cancelled.
  [[nodiscard]] std::optional<Recording> take();
  // The same, after waiting for it.
  [[nodiscard]] std::optional<Recording> wait();

 private:
  struct Machine;  // the executors of this machine, the GPU's looked for once
  std::shared_ptr<Machine> machine_;
  std::future<Recording> future_;
  std::shared_ptr<std::atomic<double>> done_;
  std::shared_ptr<std::atomic<bool>> stop_;
};

}  // namespace tilescope
