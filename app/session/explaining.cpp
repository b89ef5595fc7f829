// What the session knows about the panel that explains: which view is open, and what was chosen in it.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/explain/cpu_view.h"
#include "app/explain/times_view.h"
#include "app/session/session.h"
#include "instrumentation/error.h"

namespace tilescope {

void Session::show(Explanation explanation) {
  explanation_ = explanation_ == explanation ? Explanation::none : explanation;
  // Run once, when it is looked at for the first time; from then on where they are changed.
  if (explanation_ == Explanation::cpu && loops_ == nullptr) apply_to(UseLoops{loops_choice_.sizes, loops_choice_.shape});
}

// Its example is in a block of its own.
void Session::open_finding(std::size_t number) {
  if (explained() == nullptr || number >= explained()->hazards.findings.size()) return;
  finding_ = number;
  const std::vector<Access>& accesses = explained()->hazards.findings[number].accesses;
  if (accesses.empty() || !moment_of(replay(), accesses.front())) return;
  block_ = accesses.front().block;
  select_thread(accesses.front().thread);
}

std::vector<ChipRow> Session::chips() const {
  return has_trace() ? switchboard(asked_, replay().trace(), launch_shown()) : std::vector<ChipRow>{};
}

std::vector<OptionRow> Session::options() const {
  if (explanation_ == Explanation::cpu) return cpu_options(loops_choice_);
  if (explanation_ == Explanation::limits && explained() != nullptr) return limits_options(limits());
  if (explanation_ == Explanation::times && explained() != nullptr) return times_options(times());
  return {};
}

HeatOf Session::heat_of(const Recorded& recorded) {
  HeatOf heat{recorded.replay.get(), recorded.explained.get(), recorded.whole_heat.get()};
  if (recorded.heating.valid()) heat.counting = recorded.heated->load();
  return heat;
}

Limits Session::limits() const { return limits_of(limits_choice_, *explained(), explained_beside()); }

Times Session::times() const {
  Times times;
  for (const KnownTable& known : tables_)
    times.names.push_back(fmt::format("{}, {}", known.table.gpu, known.table.m));
  times.chosen = table_;
  if (!tables_.empty()) times.known = &tables_[table_];
  const Trace& trace = replay().trace();
  times.kernel = trace.launch().kernel;
  times.tile = trace.launch().tile;
  if (beside() != nullptr) times.beside = beside()->trace().launch().kernel;
  times.waits = explained()->waits;
  times.has_clock = trace.backend() == Backend::cuda;
  times.executor = trace.executor();
  times.seconds = explained()->device.seconds;
  if (const auto& intensity = explained()->demand.intensity; intensity && times.seconds)
    times.gflops = static_cast<double>(intensity->flops) / *times.seconds / 1e9;
  return times;
}

double Session::loops_part() const {
  if (loops_choice_.place) return *loops_choice_.place;
  return frame_.moments == 0 ? 0 : static_cast<double>(frame_.moment) / static_cast<double>(frame_.moments);
}

void Session::apply_to(const UseGpu& use) { limits_choice_.gpu = use.name; }

void Session::apply_to(const UseTile& use) {
  if (use.tile >= 0) limits_choice_.tile = use.tile;
}

void Session::apply_to(const UseTable& use) {
  if (use.number < tables_.size()) table_ = use.number;
}

void Session::apply_to(const UseLoops& use) {
  try {
    loops_ = run_both(use.sizes, use.shape);
    loops_choice_.sizes = use.sizes;
    loops_choice_.shape = use.shape;
  } catch (const UsageError& error) {
    banner_ = Banner{error.what(), true};
  }
}

void Session::apply_to(const PlaceLoops& place) {
  loops_choice_.place = place.part;
  if (place.part) loops_choice_.place = std::clamp(*place.part, 0.0, 1.0);
}

// The first row of the view: the next GPU, or the next size of the cache.
void Session::choose_beside(int by) {
  const std::vector<OptionRow> rows = options();
  if (rows.empty()) return;
  if (const Option* const option = option_beside(rows.front(), by)) apply(Command(option->leads_to));
}

void Session::change_number(int by) {
  if (explanation_ == Explanation::cpu && loops_ != nullptr) {
    // By an access of the plain loops; the others go along.
    const auto all = static_cast<double>(loops_->nests[0].run.size());
    const auto now = static_cast<double>(loops_->nests[0].accesses_at(loops_part()));
    return apply_to(PlaceLoops{(now + by) / all});
  }
  if (explanation_ != Explanation::limits || explained() == nullptr) return;
  const Limits now = limits();
  const std::vector<int> tiles = tiles_to_choose(now.demand.tile);
  const auto at = std::lower_bound(tiles.begin(), tiles.end(), now.tile) - tiles.begin();
  const auto last = static_cast<std::ptrdiff_t>(tiles.size()) - 1;
  apply_to(UseTile{tiles[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at + by, 0, last))]});
}

}  // namespace tilescope
