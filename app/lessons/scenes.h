// The launches that a lesson shows or names, each recorded once, when it is first asked for.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/explain/explained.h"
#include "app/lessons/lesson.h"
#include "app/replay/replay.h"
#include "instrumentation/executors/executors.h"

namespace tilescope::lessons {

struct Scene {
  std::shared_ptr<const Replay> replay;
  std::optional<ResultCheck> result;  // nothing where it is not known, or a fault ended the launch
  std::string note;                   // why the CPU recorded it where a GPU was hoped for
  std::shared_ptr<const Explained> explained;
  Counts counts;

  [[nodiscard]] const Trace& trace() const { return replay->trace(); }
};

class Scenes {
 public:
  explicit Scenes(std::string backend = "cpu") : backend_(std::move(backend)) {}

  // A UsageError where the launch cannot be, and an Error where it cannot be recorded.
  [[nodiscard]] const Scene& of(const Request& request, bool as_ran = false);
  // What it is compared with; null where that is nothing.
  [[nodiscard]] const Scene* beside(const Situation& situation);
  // From here on the request means this launch, which is none that could be planned from it.
  void take(const Request& request, Launch launch);
  // How much memory a recording may take, and whether it still matters; of those that are made from here on.
  void limit(std::uint64_t memory, std::function<bool()> is_wanted);
  // The shape of a launch that need not be run.
  [[nodiscard]] const Launch& launch_of(const Request& request);

 private:
  [[nodiscard]] Launch planned(const std::string& key, const Request& request) const;
  [[nodiscard]] const Scene& record(const std::string& key, const Launch& launch, bool as_ran);

  std::string backend_;
  Executors executors_;
  std::shared_ptr<EventPool> pool_ = std::make_shared<EventPool>(64);
  std::map<std::string, Scene> scenes_;
  std::map<std::string, Launch> launches_;  // without what their arrays hold
  std::map<std::string, Launch> taken_;
  std::uint64_t memory_ = 0;
  std::function<bool()> is_wanted_;
};

}  // namespace tilescope::lessons
