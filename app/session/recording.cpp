#include "app/session/recording.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "app/editor/notes.h"
#include "app/explain/as_ran.h"
#include "app/explain/explained.h"
#include "app/session/aside.h"
#include "app/session/background.h"
#include "app/session/extent.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/cuda/plain_apart.h"
#include "instrumentation/executors/cuda/whole_heat.h"
#include "instrumentation/executors/executors.h"
#include "instrumentation/launching/beside.h"
#include "instrumentation/launching/derive/inputs.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/edited_launch.h"
#include "instrumentation/launching/header/kernel_header.h"
#include "instrumentation/launching/list/text_launches.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/launching/request/request_of.h"
#include "instrumentation/launching/request/request_text.h"
#include "instrumentation/launching/texts/kernel_file.h"
#include "instrumentation/reading/check_result.h"
#include "instrumentation/reading/launch_product.h"
#include "instrumentation/trace/file/trace_file.h"
#include "instrumentation/wanted.h"

namespace tilescope::recording {

struct Machine {
  std::mutex mutex;  // one recording at a time
  std::shared_ptr<EventPool> pool = std::make_shared<EventPool>(64);
  Executors executors;
  // Heat maps of launches shown before. They depend neither on the recorded blocks nor on the values of A and B.
  std::map<std::string, std::shared_ptr<const WholeHeat>> heats;
};

std::shared_ptr<Machine> make_machine() { return std::make_shared<Machine>(); }

bool can_be_heated(const Trace& trace) {
  return trace.backend() == Backend::cuda && !trace.fully_recorded() && trace.all_ran() && !trace.fault();
}

namespace {

// Rejects incomplete traces, except those of a launch that ended with a fault, which are shown up to the fault.
void require_whole(const Trace& trace) {
  if (trace.lost_events() > 0)
    throw Error(
        fmt::format("{}: out of memory after {} of {} events; use a window of blocks or a "
                    "smaller size",
                    trace.launch().kernel, trace.kept_events(), trace.kept_events() + trace.lost_events()));
}

Recorded made_ready(std::shared_ptr<const Trace> trace) {
  constexpr std::uint64_t many = 200'000;  // events; a larger trace is freed in the background
  Recorded recorded;
  recorded.result = reading::check_result(*trace);
  const bool is_large = trace->kept_events() > many;
  auto replay = std::make_unique<const Replay>(std::move(trace));
  recorded.replay = is_large ? aside::let_go_aside(std::move(replay)) : std::move(replay);
  return recorded;
}

// The GPU that a launch's times are modelled for, and the plain kernel's registers on it, if known.
Device device_of(const Trace& trace, const std::optional<Gpu>& gpu) {
  Device device;
  device.gpu = gpu;
  if (!gpu) return device;
  try {
    const auto build = plain_build(recorded_kernel(trace.launch()), static_cast<int>(trace.threads_per_block()));
    if (build) device.registers = build->registers;
  } catch (const Error&) {  // a trace file may contain an unknown kernel
  }
  return device;
}

std::string name_of_heat(const Launch& launch) {
  return fmt::format("{} {} {} {} {} {}", launch.kernel, shape_in_words(launch), launch.grid.count(),
                     launch.block.count(), launch.tile, static_cast<int>(launch.out_of_bounds));
}

// Whether the given matrices replace those that the request would make.
bool has_its_matrices(const Launch& launch, const Relaunch& asked) {
  return asked.matrices && reading::sides_of(*asked.matrices) == reading::sides_of(launch);
}

std::vector<std::string> wanted_beside(const Relaunch& asked, const Launch& launch) {
  if (asked.beside.empty()) return worth_comparing(launch);
  return {asked.beside};
}

// The other kernels of the same file that may run.
std::vector<std::string> other_kernels(const Relaunch& asked) try {
  if (!asked.file.empty() || !is_kernel_file(asked.request.kernel)) return {};
  std::vector<std::string> all = kernels_in_text(asked.request);
  if (asked.request.entry.empty() && all.size() == 1) return {};  // that one has failed
  std::erase(all, asked.request.entry);
  return all;
} catch (const Error&) {
  return {};
}

using Tell = std::function<void(Told)>;
using IsWanted = std::function<bool()>;

// Tells the progress of a recording, but not at each of a million steps.
class Telling {
 public:
  explicit Telling(const Tell& tell) : tell_(tell) {}
  void stage(Stage now) {
    if (now == last_.stage) return;
    last_ = {now, 0};
    tell_now();
  }
  void done(double part) {
    last_.done = part;
    if (Clock::now() - told_ >= often) tell_now();
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds often{30};
  void tell_now() {
    told_ = Clock::now();
    tell_(last_);
  }

  const Tell& tell_;
  Progress last_;
  Clock::time_point told_;
};

// The analyses of one launch; does nothing without a launch.
class Explainer {
 public:
  Explainer(Side side, std::shared_ptr<const Replay> replay) : side_(side), replay_(std::move(replay)) {}

  void explain(const std::optional<Gpu>& gpu, const Tell& tell, const IsWanted& is_wanted) {
    if (!replay_) return;
    try {
      explained_ = tilescope::explain(*replay_, is_wanted, device_of(replay_->trace(), gpu));
    } catch (const std::bad_alloc&) {  // the panel says that there is not enough memory
    } catch (const Error&) {           // likewise
    }
    tell(Analysis{side_, explained_});
    if (replay_->trace().backend() != Backend::cuda) replay_.reset();
  }
  // Times the plain kernel if the recorded one has no errors. `gpus` reserves the GPU.
  void time(const std::optional<Gpu>& gpu, std::mutex& gpus, const Tell& tell, const IsWanted& is_wanted) {
    if (!replay_) return;
    const Trace& trace = replay_->trace();
    std::shared_ptr<const Explained> with_time = explained_;
    if (explained_ && gpu && trace.executor() == gpu->name && explained_->hazards.findings.empty() && is_wanted()) {
      auto timed = std::make_shared<Explained>(*explained_);
      try {
        const std::lock_guard lock(gpus);
        const Launch launch = trace.launch().program ? trace.launch() : launch_again(trace.launch());
        timed->device.seconds = plain_seconds_apart(recorded_kernel(launch), launch, is_wanted);
      } catch (const Error& error) {
        timed->device.why_no_seconds = error.what();
      }
      with_time = std::move(timed);
    }
    tell(Timing{side_, std::move(with_time)});
  }
  // Counts the loads of all blocks.
  template <class Heats>
  void heat(Heats& known, std::mutex& gpus, std::atomic<double>* heated, const Tell& tell, const IsWanted& is_wanted) {
    if (!replay_ || heated == nullptr) return;
    const Launch& launch = replay_->trace().launch();
    std::shared_ptr<const WholeHeat> found;
    try {
      const std::lock_guard lock(gpus);
      std::shared_ptr<const WholeHeat>& kept = known[name_of_heat(launch)];
      RecordOptions how;
      how.watch = [&](double part) {
        heated->store(part);
        return is_wanted();
      };
      if (!kept)
        if (auto counted = whole_heat(recorded_kernel(launch), launch, how))
          kept = std::make_shared<const WholeHeat>(*std::move(counted));
      found = kept;
    } catch (const Error&) {  // the counts of the recorded blocks are then used
    }
    tell(Heating{side_, std::move(found)});
  }

 private:
  Side side_;
  std::shared_ptr<const Replay> replay_;
  std::shared_ptr<const Explained> explained_;
};

// One recording: the mistakes in the code, the launch in focus and the one beside, and the analyses of both.
class Job {
 public:
  Job(const Asked& asked, const Tell& tell, const IsWanted& is_wanted)
      : asked_(asked.what),
        has_beside_(asked.has_beside),
        given_(asked.given),
        note_(asked.note),
        machine_(asked.machine ? asked.machine : make_machine()),
        superseded_(asked.superseded),
        tell_(tell),
        is_wanted_(is_wanted),
        telling_(tell) {
    // The values are the same, and all accesses are safe on a GPU, so later recordings use `poison`.
    if (asked_.request.out_of_bounds == OutOfBounds::touch) asked_.request.out_of_bounds = OutOfBounds::poison;
    result_.asked = asked_;
  }

  // The recording is told before the analyses.
  void work() {
    yield_to_frames();
    telling_.stage(Stage::reads);
    tell_(Notes{read_text()});
    if (!result_.focus.replay) telling_.stage(Stage::waits);  // until an older, cancelled recording ends
    {
      const std::lock_guard lock(machine_->mutex);
      record();
    }
    explain();
  }

 private:
  void explain() {
    std::array explainers{Explainer(Side::focus, result_.focus.replay),
                          Explainer(Side::beside, has_beside_ ? nullptr : result_.beside.replay)};
    std::array<std::shared_ptr<std::atomic<double>>, 2> heated;
    const std::array sides{&result_.focus, &result_.beside};
    for (std::size_t n = 0; n < sides.size(); ++n)
      if (sides[n]->replay && can_be_heated(sides[n]->replay->trace()))
        sides[n]->heated = heated[n] = std::make_shared<std::atomic<double>>(0);
    tell_(std::move(result_));
    result_ = {};  // frees a result that will not be used
    {
      const std::lock_guard lock(machine_->mutex);
      if (const std::optional<GpuInfo> info = machine_->executors.gpu()) gpu_ = gpu_of(*info);
    }
    for (Explainer& each : explainers) each.explain(gpu_, tell_, is_wanted_);
    // The rest occupies the GPU, which the next recording needs.
    const IsWanted is_last = [this] { return is_wanted_() && !(superseded_ && superseded_->load()); };
    for (Explainer& each : explainers) each.time(gpu_, machine_->mutex, tell_, is_last);
    for (std::size_t n = 0; n < explainers.size(); ++n)
      explainers[n].heat(machine_->heats, machine_->mutex, heated[n].get(), tell_, is_last);
  }

  [[nodiscard]] std::vector<editor::Note> read_text() const {
    if (!asked_.request.text) return {};
    const WantedWhile wanted(is_wanted_);
    const language::ReadOptions options = options_with_header(asked_.request, *asked_.request.text);
    const auto read = [&](std::string text) {
      WantedWhile::require();
      return language::read(std::move(text), options);
    };
    try {
      return editor::notes_of(read(*asked_.request.text), read);
    } catch (const Unwanted&) {
      return {};
    }
  }

  // Afterwards everything is recorded, or a problem explains why it could not be.
  void record() {
    const WantedWhile wanted(is_wanted_);
    try {
      WantedWhile::require();
      find_focus();
      record_beside();
    } catch (const std::bad_alloc&) {
      result_.problem = "out of memory; use a smaller size or a window of blocks";
    } catch (const Unwanted&) {
      result_.problem = "cancelled";
    } catch (const std::exception& error) {
      result_.problem = error.what();
    }
    if (!result_.problem.empty() && is_wanted_()) result_.other_kernels = other_kernels(asked_);
    result_.asked.matrices.reset();
    result_.asked.beside.clear();
  }

  void find_focus() {
    telling_.stage(Stage::plans);
    if (given_ != nullptr) {
      result_.focus = made_ready(given_);
      result_.focus.note = note_;
    } else if (!asked_.file.empty()) {
      load_focus();
    } else {
      result_.focus = recorded(launch_in_focus());
    }
    if (asked_.as_ran) put_in_order();
  }

  // Shows the threads as they ran, or in lockstep if their order is unknown.
  void put_in_order() {
    try {
      result_.focus.replay = replay_as_ran(result_.focus.replay->shared_trace(), is_wanted_);
    } catch (const UsageError& error) {
      result_.in_lockstep = error.what();
      result_.asked.as_ran = false;
    }
  }

  [[nodiscard]] Launch launch_in_focus() {
    std::optional<Launch> goes_on;
    if (asked_.edits && !recorded_kernel(*asked_.edits).judged_by.empty())
      goes_on = launch_of_answer(*asked_.request.text, asked_.request.kernel, *asked_.edits);
    else if (asked_.edits)
      goes_on = launch_of_edit(asked_.request, *asked_.edits);
    Launch launch = goes_on ? *std::move(goes_on) : planned();
    launch.most_rounds = asked_.most_rounds;
    if (has_its_matrices(launch, asked_)) copy_inputs(*asked_.matrices, launch);
    return launch;
  }
  // Does not make the request's matrices if given ones replace them: making them may take longer than recording.
  [[nodiscard]] Launch planned() const {
    if (asked_.matrices && reading::has_matrices(*asked_.matrices)) {
      Launch shape = plan_to_show(asked_.request, Inputs::none);
      if (reading::has_matrices(shape) && has_its_matrices(shape, asked_)) return shape;
    }
    return plan_to_show(asked_.request);
  }

  void load_focus() {
    Trace trace = TraceFile(asked_.file).load({0, machine_->pool});
    require_whole(trace);
    result_.asked.request = request_of(trace.launch());
    result_.focus = made_ready(std::make_shared<const Trace>(std::move(trace)));
  }

  // Records the first candidate that can be compared and, unless it was named, gives the same result from equal inputs.
  void record_beside() {
    constexpr std::size_t most_tried = 4;
    if (has_beside_) return;
    const Trace& trace = result_.focus.replay->trace();
    const Launch& launch = trace.launch();
    const bool must_be_like_it = asked_.beside.empty() && !reading::has_matrices(launch) && trace.fully_recorded();
    std::vector<std::string> kernels = wanted_beside(asked_, launch);
    if (must_be_like_it && kernels.size() > most_tried) kernels.resize(most_tried);
    for (const std::string& kernel : kernels) {
      try {
        telling_.stage(Stage::records_beside);
        Recorded beside = recorded(plan_beside(result_.asked.request, kernel, launch));
        if (must_be_like_it && !make_the_same(trace, beside.replay->trace())) continue;
        result_.beside = std::move(beside);
        return;
      } catch (const UsageError& error) {  // it does not take these inputs
        if (!asked_.beside.empty()) result_.alone = error.what();
      }
    }
  }

  [[nodiscard]] Recorded recorded(Launch launch) {
    const bool is_beside = result_.focus.replay != nullptr;
    result_.has_begun = true;
    telling_.stage(is_beside ? Stage::records_beside : Stage::records);
    RecordOptions how;
    how.pool = machine_->pool;
    how.watch = [this](double part) {
      telling_.done(part);
      return is_wanted_();
    };
    std::optional<Trace> trace;
    const auto record = [&](const Executor& executor) {
      trace = executor.record(recorded_kernel(launch), launch, how);
    };
    const auto on_cpu = [&](const Executor& executor) {
      trace = is_beside ? tilescope::record_beside(executor, launch, how)
                        : record_what_fits(executor, launch, asked_.request, how);
    };
    const std::string note = machine_->executors.run(asked_.backend, launch, record, on_cpu);
    require_whole(*trace);
    WantedWhile::require();
    if (!is_beside) telling_.stage(Stage::lays_out);
    Recorded ready = made_ready(std::make_shared<const Trace>(*std::move(trace)));
    ready.note = note;
    return ready;
  }

  Relaunch asked_;
  bool has_beside_;
  std::shared_ptr<const Trace> given_;
  std::string note_;  // of the given trace
  std::shared_ptr<Machine> machine_;
  std::shared_ptr<const std::atomic<bool>> superseded_;
  const Tell& tell_;
  const IsWanted& is_wanted_;
  Telling telling_;
  Recording result_;  // the result so far
  std::optional<Gpu> gpu_;
};

}  // namespace

void record(const Asked& asked, const Tell& tell, const IsWanted& is_wanted) { Job(asked, tell, is_wanted).work(); }

}  // namespace tilescope::recording
