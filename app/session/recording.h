// Records a launch: reads its source, finds a launch to show, runs it, and analyses it. Knows nothing of the session,
// because a page does this in a worker.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "app/command/command.h"
#include "app/editor/editor_picture.h"
#include "app/session/shown.h"

namespace tilescope {

struct Recording {
  Relaunch asked;
  Recorded focus;
  Recorded beside;                         // without a replay if there is nothing to compare
  std::string problem;                     // why there is no recording
  std::string in_lockstep;                 // why it is not shown as the threads ran
  std::string alone;                       // why the requested kernel beside is missing
  bool has_begun = false;                  // to run, so the problem is not in the code
  std::vector<std::string> other_kernels;  // if there is a problem: of the same file, those that may run
};

namespace recording {

enum class Stage : std::uint8_t { waits, reads, plans, records, records_beside, lays_out };

struct Machine;  // the executors of this computer; it is searched for a GPU only once
[[nodiscard]] std::shared_ptr<Machine> make_machine();

struct Asked {
  Relaunch what;
  bool has_beside = false;             // the launch beside is already recorded
  std::shared_ptr<const Trace> given;  // of the launch in focus, if only its order changes
  std::string note;                    // of the same
  // Not carried to a worker, which has a machine of its own and is ended when its work is superseded.
  std::shared_ptr<Machine> machine;
  std::shared_ptr<const std::atomic<bool>> superseded;  // by another recording
};

// What is told, in this order; progress at any time.
struct Progress {
  Stage stage = Stage::waits;
  double done = 0;  // the fraction of the recording
};
struct Notes {
  std::vector<editor::Note> notes;
};
enum class Side : std::uint8_t { focus, beside };
struct Analysis {
  Side of = Side::focus;
  std::shared_ptr<const Explained> explained;
};
// The same, after the plain kernel was timed on a GPU.
struct Timing {
  Side of = Side::focus;
  std::shared_ptr<const Explained> explained;
};
struct Heating {
  Side of = Side::focus;
  std::shared_ptr<const WholeHeat> heat;
};
using Told = std::variant<Progress, Notes, Recording, Analysis, Timing, Heating>;

// Whether all blocks ran, not all were recorded, and a GPU can count their loads.
[[nodiscard]] bool can_be_heated(const Trace& trace);

void record(const Asked& asked, const std::function<void(Told)>& tell, const std::function<bool()>& is_wanted);

}  // namespace recording

}  // namespace tilescope
