#include "app/session/under_way.h"

#include <utility>

#include "app/session/parts.h"

namespace tilescope {

std::optional<UnderWay> under_way(const Parts& parts) {
  if (parts.course.preparing().is_busy())
    return UnderWay{UnderWay::Of::lesson, "", {}, parts.course.preparing().seconds(), 0};
  if (parts.tasking.preparing().is_busy())
    return UnderWay{UnderWay::Of::task, "", {}, parts.tasking.preparing().seconds(), 0};
  const Recorder& recorder = parts.launching.recorder;
  if (!recorder.is_busy()) return std::nullopt;
  const Relaunch& wanted = parts.launching.wanted;
  std::string name = parts.editing.is_waiting() || parts.editing.is_behind() ? parts.editing.file
                     : wanted.file.empty()                                   ? wanted.request.kernel
                                                                             : wanted.file;
  return UnderWay{UnderWay::Of::launch, std::move(name), recorder.stage(), parts.launching.recording_for,
                  recorder.done()};
}

void give_up_preparing(Parts& parts) {
  parts.course.give_up();
  parts.tasking.give_up();
}

std::string words_of(const UnderWay& work) {
  if (work.of == UnderWay::Of::lesson) return "Opening the lesson";
  if (work.of == UnderWay::Of::task) return "Opening the task";
  switch (work.stage) {
    case Recorder::Stage::waits: return "Stopping the previous run";
    case Recorder::Stage::reads: return "Reading the source";
    case Recorder::Stage::plans: return "Looking for a launch";
    case Recorder::Stage::records: return "Recording";
    case Recorder::Stage::records_beside: return "Recording the second kernel";
    case Recorder::Stage::lays_out: return "Preparing the replay";
  }
  return "";
}

std::size_t step_of(const UnderWay& work) {
  switch (work.stage) {
    case Recorder::Stage::waits:
    case Recorder::Stage::reads: return 0;
    case Recorder::Stage::plans: return 1;
    case Recorder::Stage::records: return 2;
    case Recorder::Stage::lays_out: return 3;
    case Recorder::Stage::records_beside: return 4;
  }
  return 0;
}

}  // namespace tilescope
