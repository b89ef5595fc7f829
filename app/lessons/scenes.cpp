#include "app/lessons/scenes.h"

#include <fmt/format.h>

#include <utility>

#include "app/explain/as_ran.h"
#include "instrumentation/error.h"
#include "instrumentation/launching/beside.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/texts/kernel_file.h"
#include "instrumentation/launching/texts/known_texts.h"
#include "instrumentation/reading/check_result.h"
#include "instrumentation/wanted.h"

namespace tilescope::lessons {

const Launch& Scenes::launch_of(const Request& request) {
  const std::string key = launch_key(request);
  auto found = launches_.find(key);
  if (found == launches_.end()) {
    Request shape = request;
    shape.record = Record::counts;  // otherwise planning may refuse a full trace of this size
    shape.window.clear();
    Launch launch = planned(key, shape);
    for (Buffer& buffer : launch.buffers) buffer.bytes = {};  // only the shape is needed
    found = launches_.emplace(key, std::move(launch)).first;
  }
  return found->second;
}

const Scene& Scenes::of(const Request& request, bool as_ran) {
  const std::string launch = launch_key(request), key = launch + (as_ran ? " as ran" : "");
  if (const auto found = scenes_.find(key); found != scenes_.end()) return found->second;
  return record(key, planned(launch, request), as_ran);
}

Launch Scenes::planned(const std::string& key, const Request& request) const {
  const auto taken = taken_.find(key);
  return taken != taken_.end() ? taken->second : plan(request);
}

void Scenes::take(const Request& request, Launch launch) {
  taken_.insert_or_assign(launch_key(request), std::move(launch));
}

void Scenes::limit(std::uint64_t memory, std::function<bool()> is_wanted) {
  memory_ = memory;
  is_wanted_ = std::move(is_wanted);
}

const Scene& Scenes::record(const std::string& key, const Launch& launch, bool as_ran) {
  std::optional<Trace> trace;
  RecordOptions how;
  how.pool = pool_;
  how.memory = memory_;
  if (is_wanted_) how.watch = [&](double) { return is_wanted_(); };
  const auto run = [&](const Executor& executor) { trace = executor.record(recorded_kernel(launch), launch, how); };
  Scene scene;
  scene.note = executors_.run(backend_, launch, run, run);
  if (trace->lost_events() > 0)
    throw Error(
        fmt::format("{}: its events do not fit into memory; use a window of blocks or a smaller size", launch.kernel));
  auto shared = std::make_shared<const Trace>(std::move(*trace));
  scene.result = reading::check_result(*shared);
  scene.counts = count(*shared);
  scene.replay = as_ran ? replay_as_ran(std::move(shared)) : std::make_shared<const Replay>(std::move(shared));
  scene.explained = explain(
      *scene.replay, is_wanted_ ? is_wanted_ : [] { return true; });
  WantedWhile::require();
  return scenes_.emplace(key, std::move(scene)).first->second;
}

const Scene* Scenes::beside(const Situation& situation) {
  if (situation.beside == "none") return nullptr;
  const Request& request = situation.request;
  const Launch launch = of(request).trace().launch();
  const auto scene = [&](const std::string& name) {
    if (!is_kernel_file(kernel_called(name)) && !is_kernel_file(request.kernel)) {
      Request other = request;
      other.kernel = name;
      return &of(other);
    }
    const std::string key = fmt::format("{} beside {}", launch_key(request), name);
    const auto found = scenes_.find(key);
    return found != scenes_.end() ? &found->second : &record(key, launch_beside(request, name, launch), false);
  };
  if (!situation.beside.empty()) return scene(situation.beside);
  // Other kernels may not accept the tile, so the first kernel that accepts the launch is used.
  for (const std::string& name : worth_comparing(launch)) {
    try {
      return scene(name);
    } catch (const UsageError&) {
    }
  }
  return nullptr;
}

}  // namespace tilescope::lessons
