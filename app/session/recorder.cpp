#include "app/session/recorder.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "app/editor/notes.h"
#include "app/explain/as_ran.h"
#include "app/explain/explained.h"
#include "app/session/aside.h"
#include "app/session/background.h"
#include "app/session/extent.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/cpu_executor.h"
#include "instrumentation/executors/cuda/plain_apart.h"
#include "instrumentation/executors/cuda/whole_heat.h"
#include "instrumentation/executors/executors.h"
#include "instrumentation/launching/beside.h"
#include "instrumentation/launching/derive/inputs.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/edited_launch.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/launching/request/request_of.h"
#include "instrumentation/launching/request/request_text.h"
#include "instrumentation/reading/check_result.h"
#include "instrumentation/reading/launch_product.h"
#include "instrumentation/trace/file/trace_file.h"
#include "instrumentation/wanted.h"

namespace tilescope {

struct Recorder::Machine {
  std::mutex mutex;  // one recording at a time
  std::shared_ptr<EventPool> pool = std::make_shared<EventPool>(64);
  Executors executors;
  // Heat maps of launches shown before. They depend neither on the recorded blocks nor on the values of A and B.
  std::map<std::string, std::shared_ptr<const WholeHeat>> heats;
};

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

// Whether all blocks ran, not all were recorded, and a GPU can count their loads.
bool can_be_heated(const Trace& trace) {
  return trace.backend() == Backend::cuda && !trace.fully_recorded() && trace.all_ran() && !trace.fault();
}

std::string name_of_heat(const Launch& launch) {
  return fmt::format("{} {} {} {} {} {}", launch.kernel, shape_in_words(launch), launch.grid.count(),
                     launch.block.count(), launch.tile, static_cast<int>(launch.out_of_bounds));
}

}  // namespace

// The analyses of one launch; does nothing without a launch.
class Recorder::Explainer {
 public:
  explicit Explainer(Recorded& recorded) : replay_(recorded.replay) {
    if (!replay_) return;
    recorded.explaining = promise_.get_future().share();
    if (replay_->trace().backend() == Backend::cuda) {
      timing_.emplace();
      recorded.timing = timing_->get_future().share();
    }
    if (!can_be_heated(replay_->trace())) return;
    heat_.emplace();
    recorded.heating = heat_->get_future().share();
    recorded.heated = heated_;
  }
  // Does the next part of the analyses; true after the last part.
  bool explain(const std::optional<Gpu>& gpu) {
    if (!replay_) return true;
    try {
      if (!explaining_) explaining_.emplace(*replay_, device_of(replay_->trace(), gpu));
      const bool is_wanted = replay_.use_count() > 1;
      if (is_wanted && explaining_->go_on()) return false;
      if (is_wanted) explained_ = explaining_->take();
    } catch (const std::bad_alloc&) {  // the panel says that there is not enough memory
    } catch (const Error&) {           // likewise
    }
    explaining_.reset();
    if (!timing_ && !heat_) replay_.reset();
    promise_.set_value(explained_);
    return true;
  }
  // Times the plain kernel if the recorded one has no errors. `gpus` reserves the GPU.
  void time(const std::optional<Gpu>& gpu, std::mutex& gpus, const std::atomic<bool>& stop) {
    if (!timing_) return;
    const Trace& trace = replay_->trace();
    const auto goes_on = [&] { return !stop.load() && replay_.use_count() > 1; };
    std::shared_ptr<const Explained> with_time = explained_;
    if (explained_ && gpu && trace.executor() == gpu->name && explained_->hazards.findings.empty() && goes_on()) {
      auto timed = std::make_shared<Explained>(*explained_);
      try {
        const std::lock_guard lock(gpus);
        const Launch launch = trace.launch().program ? trace.launch() : launch_again(trace.launch());
        timed->device.seconds = plain_seconds_apart(recorded_kernel(launch), launch, goes_on);
      } catch (const Error& error) {
        timed->device.why_no_seconds = error.what();
      }
      with_time = std::move(timed);
    }
    if (!heat_) replay_.reset();
    timing_->set_value(std::move(with_time));
  }
  // Counts the loads of all blocks. Stops if another recording is requested or this one is no longer shown.
  template <class Heats>
  void heat(Heats& known, std::mutex& gpus, const std::atomic<bool>& stop) {
    if (!heat_) return;
    const Launch& launch = replay_->trace().launch();
    std::shared_ptr<const WholeHeat> found;
    try {
      const std::lock_guard lock(gpus);
      std::shared_ptr<const WholeHeat>& kept = known[name_of_heat(launch)];
      RecordOptions how;
      how.watch = [&](double part) {
        heated_->store(part);
        return !stop.load() && replay_.use_count() > 1;
      };
      if (!kept)
        if (auto counted = whole_heat(recorded_kernel(launch), launch, how))
          kept = std::make_shared<const WholeHeat>(*std::move(counted));
      found = kept;
    } catch (const Error&) {  // the counts of the recorded blocks are then used
    }
    replay_.reset();
    heat_->set_value(std::move(found));
  }

 private:
  std::shared_ptr<const Replay> replay_;
  std::promise<std::shared_ptr<const Explained>> promise_;
  std::optional<ExplainingInParts> explaining_;
  std::shared_ptr<const Explained> explained_;
  std::optional<std::promise<std::shared_ptr<const Explained>>> timing_;
  std::optional<std::promise<std::shared_ptr<const WholeHeat>>> heat_;
  std::shared_ptr<std::atomic<double>> heated_ = std::make_shared<std::atomic<double>>(0);
};

namespace {

// Whether the given matrices replace those that the request would make.
bool has_its_matrices(const Launch& launch, const Relaunch& asked) {
  return asked.matrices && reading::sides_of(*asked.matrices) == reading::sides_of(launch);
}

std::vector<std::string> wanted_beside(const Relaunch& asked, const Launch& launch) {
  if (asked.beside.empty()) return worth_comparing(launch);
  return {asked.beside};
}

template <class What>
bool take_when_ready(std::shared_future<What>& coming, What& what) {
  if (!aside::is_ready(coming)) return false;
  what = coming.get();
  coming = {};
  return true;
}

}  // namespace

// One recording in parts: the mistakes in the code, the launch in focus and the one beside, and the analyses of both.
class Recorder::Job {
 public:
  Job(Relaunch asked, Recorded beside, Recorded focus, std::shared_ptr<Machine> machine,
      std::shared_ptr<Progress> progress, std::shared_ptr<std::atomic<bool>> stop)
      : asked_(std::move(asked)),
        beside_(std::move(beside)),
        focus_(std::move(focus)),
        machine_(std::move(machine)),
        progress_(std::move(progress)),
        stop_(std::move(stop)) {
    // The values are the same, and all accesses are safe on a GPU, so later recordings use `poison`.
    if (asked_.request.out_of_bounds == OutOfBounds::touch) asked_.request.out_of_bounds = OutOfBounds::poison;
    result_.asked = asked_;
  }

  [[nodiscard]] std::future<std::vector<editor::Note>> notes() { return notes_.get_future(); }
  [[nodiscard]] std::future<Recording> recording() { return recording_.get_future(); }

  // Does the next part; the recording is passed on before the analyses. True while more remains.
  bool go_on() {
    constexpr std::array parts{&Job::tell_notes, &Job::tell_recording, &Job::explain_focus, &Job::explain_beside,
                               &Job::follow_on_gpu};
    if ((this->*parts[done_parts_])()) ++done_parts_;
    return done_parts_ < parts.size();
  }

 private:
  // A running recording: on its own thread, or in slices if there are no threads.
  struct Coming {
    Launch launch;
    std::string note;
    std::optional<Trace> trace;
    std::unique_ptr<CpuRecording> slices;
    Recorded ready;
  };

  // The candidates for the kernel beside, and how many of them have been tried.
  struct Wanted {
    std::vector<std::string> kernels;
    std::size_t tried = 0;
  };

  // Each of the following parts returns whether it is done.
  bool tell_notes() {
    yield_to_frames();
    progress_->stage = Stage::reads;
    notes_.set_value(read_text());
    return true;
  }
  bool tell_recording() {
    if (!coming_ && !result_.focus.replay) progress_->stage = Stage::waits;  // until an older, cancelled recording ends
    const std::lock_guard lock(machine_->mutex);
    if (!record()) return false;
    const bool is_known = beside_.replay != nullptr;
    Recorded none;
    explains_focus_.emplace(result_.focus);
    explains_beside_.emplace(is_known ? none : result_.beside);
    recording_.set_value(std::move(result_));
    result_ = {};
    recording_ = {};  // frees a result that will not be used
    if (const std::optional<GpuInfo> info = machine_->executors.gpu()) gpu_ = gpu_of(*info);
    return true;
  }
  bool explain_focus() { return explains_focus_->explain(gpu_); }
  bool explain_beside() { return explains_beside_->explain(gpu_); }
  bool follow_on_gpu() {
    for (Explainer* const each : {&*explains_focus_, &*explains_beside_}) each->time(gpu_, machine_->mutex, *stop_);
    for (Explainer* const each : {&*explains_focus_, &*explains_beside_})
      each->heat(machine_->heats, machine_->mutex, *stop_);
    return true;
  }

  [[nodiscard]] std::vector<editor::Note> read_text() const {
    if (!asked_.request.text) return {};
    const WantedWhile wanted([this] { return !stop_->load(); });
    const language::ReadOptions options = options_for(asked_.request, *asked_.request.text);
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

  // True once everything is recorded, or a problem explains why it could not be.
  bool record() {
    const WantedWhile wanted([this] { return !stop_->load(); });
    try {
      WantedWhile::require();
      if (!find_focus() || !record_beside()) return false;
    } catch (const std::bad_alloc&) {
      result_.problem = "out of memory; use a smaller size or a window of blocks";
    } catch (const Unwanted&) {
      result_.problem = "cancelled";
    } catch (const std::exception& error) {
      result_.problem = error.what();
    }
    coming_.reset();
    result_.asked.matrices.reset();
    result_.asked.beside.clear();
    return true;
  }

  bool find_focus() {
    if (result_.focus.replay != nullptr) return true;
    if (!coming_) progress_->stage = Stage::plans;
    if (focus_.replay != nullptr) {
      result_.focus = made_ready(focus_.replay->shared_trace());
      result_.focus.note = focus_.note;
    } else if (!asked_.file.empty()) {
      load_focus();
    } else {
      if (!coming_) begin(launch_in_focus());
      if (!has_come()) return false;
      result_.focus = take_coming();
    }
    if (asked_.as_ran) put_in_order();
    return true;
  }

  // Shows the threads as they ran, or in lockstep if their order is unknown.
  void put_in_order() {
    try {
      result_.focus.replay = replay_as_ran(result_.focus.replay->shared_trace(), [this] { return !stop_->load(); });
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
  bool record_beside() {
    constexpr std::size_t most_tried = 4;
    if (beside_.replay != nullptr) return result_.beside = beside_, true;
    const Trace& trace = result_.focus.replay->trace();
    const Launch& launch = trace.launch();
    const bool must_be_like_it = asked_.beside.empty() && !reading::has_matrices(launch) && trace.fully_recorded();
    if (!wanted_) wanted_ = Wanted{wanted_beside(asked_, launch)};
    std::vector<std::string>& kernels = wanted_->kernels;
    if (must_be_like_it && kernels.size() > most_tried) kernels.resize(most_tried);
    for (; wanted_->tried < kernels.size(); ++wanted_->tried) {
      try {
        if (!coming_) progress_->stage = Stage::records_beside;
        if (!coming_) begin(plan_beside(result_.asked.request, kernels[wanted_->tried], launch));
        if (!has_come()) return false;
        Recorded beside = take_coming();
        if (must_be_like_it && !make_the_same(trace, beside.replay->trace())) continue;
        result_.beside = std::move(beside);
        return true;
      } catch (const UsageError& error) {  // it does not take these inputs
        coming_.reset();
        if (!asked_.beside.empty()) result_.alone = error.what();
      }
    }
    return true;
  }

  void begin(Launch wanted) {
    coming_.emplace().launch = std::move(wanted);
    Launch& launch = coming_->launch;
    result_.has_begun = true;
    progress_->stage = result_.focus.replay == nullptr ? Stage::records : Stage::records_beside;
    RecordOptions how;
    how.pool = machine_->pool;
    how.watch = [this](double part) {
      progress_->done = part;
      return !stop_->load();
    };
    const auto record = [&](const Executor& executor) {
      coming_->trace = executor.record(recorded_kernel(launch), launch, how);
    };
    const bool is_beside = result_.focus.replay != nullptr;
    const auto on_cpu = [&](const Executor& executor) {
      if constexpr (!has_threads) leave_out_rest(launch, asked_.request);
      if constexpr (has_threads)
        coming_->trace = is_beside ? tilescope::record_beside(executor, launch, how)
                                   : record_what_fits(executor, launch, asked_.request, how);
      else
        coming_->slices = std::make_unique<CpuRecording>(recorded_kernel(launch), launch, how);
    };
    coming_->note = machine_->executors.run(asked_.backend, launch, record, on_cpu);
  }

  bool has_come() {
    Coming& come = *coming_;
    if (come.slices) {
      if (!come.slices->go_on(aside::has_to_pause)) return false;
      come.trace = come.slices->take();
      come.slices.reset();
      if (aside::has_to_pause()) return false;
    }
    require_whole(*come.trace);
    WantedWhile::require();
    if (result_.focus.replay == nullptr) progress_->stage = Stage::lays_out;
    come.ready = made_ready(std::make_shared<const Trace>(*std::move(come.trace)));
    come.ready.note = come.note;
    return true;
  }
  Recorded take_coming() { return std::exchange(coming_, std::nullopt)->ready; }

  Relaunch asked_;
  Recorded beside_, focus_;  // recorded earlier
  std::shared_ptr<Machine> machine_;
  std::shared_ptr<Progress> progress_;
  std::shared_ptr<std::atomic<bool>> stop_;
  std::promise<std::vector<editor::Note>> notes_;
  std::promise<Recording> recording_;
  Recording result_;  // the result so far
  std::optional<Coming> coming_;
  std::optional<Wanted> wanted_;
  std::optional<Explainer> explains_focus_, explains_beside_;
  std::optional<Gpu> gpu_;
  std::size_t done_parts_ = 0;
};

bool Recorded::take_explained() {
  const bool has_heat = take_when_ready(heating, whole_heat);
  const bool is_explained = take_when_ready(explaining, explained);
  const bool has_time = !explaining.valid() && take_when_ready(timing, explained);
  return is_explained || has_time || has_heat;
}

void Recorded::wait_for_explained() const {
  if (explaining.valid()) aside::wait(explaining);
  if (timing.valid()) aside::wait(timing);
  if (heating.valid()) aside::wait(heating);
}

Recorder::Recorder()
    : machine_(std::make_shared<Machine>()),
      progress_(std::make_shared<Progress>()),
      stop_(std::make_shared<std::atomic<bool>>(false)) {}

Recorder::~Recorder() { cancel(); }

void Recorder::cancel() {
  stop_->store(true);
  future_ = {};
  notes_ = {};
}

void Recorder::start(const Relaunch& what, const Recorded& beside, const Recorded& focus) {
  cancel();
  progress_ = std::make_shared<Progress>();
  stop_ = std::make_shared<std::atomic<bool>>(false);
  const auto job = std::make_shared<Job>(what, beside, focus, machine_, progress_, stop_);
  future_ = job->recording();
  notes_ = job->notes();
  std::erase_if(working_, aside::is_ready<std::future<void>>);
  working_.push_back(aside::begin_parts([job] { return job->go_on(); }));
}

std::optional<Recording> Recorder::take() {
  if (!aside::is_ready(future_)) return std::nullopt;
  return future_.get();
}

std::optional<std::vector<editor::Note>> Recorder::take_notes() {
  if (!aside::is_ready(notes_)) return std::nullopt;
  return notes_.get();
}

std::optional<Recording> Recorder::wait() {
  if (!future_.valid()) return std::nullopt;
  return aside::result_of(future_);
}

}  // namespace tilescope
