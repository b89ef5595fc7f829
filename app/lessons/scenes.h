// The launches that a lesson shows or names. Each is recorded at its first use.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/explain/explained.h"
#include "app/lessons/lesson.h"
#include "app/replay/replay.h"
#include "instrumentation/carried.h"
#include "instrumentation/executors/executors.h"

namespace tilescope::lessons {

struct Scene {
  std::shared_ptr<const Replay> replay;
  std::optional<ResultCheck> result;  // empty if unknown, or if the launch ended with a fault
  std::string note;                   // why the CPU recorded it instead of a GPU
  std::shared_ptr<const Explained> explained;
  Counts counts;

  [[nodiscard]] const Trace& trace() const { return replay->trace(); }
};

class Scenes {
 public:
  explicit Scenes(std::string backend = "cpu") : backend_(std::move(backend)) {}

  // Throws a UsageError for an impossible launch, and an Error if it cannot be recorded.
  [[nodiscard]] const Scene& of(const Request& request, bool as_ran = false);
  // The scene to compare with; null if there is none.
  [[nodiscard]] const Scene* beside(const Situation& situation);
  // Replaces the launch of a request, if the request alone does not describe the launch.
  void take(const Request& request, Launch launch);
  // Limits the memory of later recordings, and lets them stop when they are no longer wanted.
  void limit(std::uint64_t memory, std::function<bool()> is_wanted);
  // The shape of a launch, without running it.
  [[nodiscard]] const Launch& launch_of(const Request& request);

 private:
  friend struct Carried<Scenes>;
  [[nodiscard]] Launch planned(const std::string& key, const Request& request) const;
  [[nodiscard]] const Scene& record(const std::string& key, const Launch& launch, bool as_ran);

  std::string backend_;
  Executors executors_;
  std::shared_ptr<EventPool> pool_ = std::make_shared<EventPool>(64);
  std::map<std::string, Scene> scenes_;
  std::map<std::string, Launch> launches_;  // without the values of arrays
  std::map<std::string, Launch> taken_;
  std::uint64_t memory_ = 0;
  std::function<bool()> is_wanted_;
};

}  // namespace tilescope::lessons
