#include "app/session/typed_runs.h"

#include <algorithm>
#include <utility>

#include "instrumentation/launching/request/request_of.h"
#include "instrumentation/launching/texts/kernel_file.h"

namespace tilescope {

namespace {

// An edit may create an endless loop. Its iterations are limited to a multiple of a thread's events in the previous
// run, so that the user does not wait for millions of them.
std::uint64_t rounds_to_wait_for(const Recorded& before) {
  constexpr std::uint64_t least = 4096, times = 64;
  if (before.replay == nullptr || before.replay->blocks().empty()) return 0;
  const Trace& trace = before.replay->trace();
  std::uint64_t most = 0;
  for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread)
    most = std::max<std::uint64_t>(most, trace.events(before.replay->blocks().front(), thread).size());
  return std::max(least, times * most);
}

}  // namespace

void TypedRuns::adopt(const Shown& shown, const Relaunch& asked, std::uint64_t version) {
  const Launch& launch = shown.trace().launch();
  base_ = asked;
  if (!asked.file.empty() || !launch.program) {
    base_.request = request_of(launch);
    base_.request.inputs = asked.request.inputs;
    base_.request.seed = asked.request.seed;
    base_.request.record = asked.request.record;
    base_.request.window = asked.request.window;
    base_.file.clear();
  }
  last_ = shown.focus;
  asked_ = run_ = version;
}

void TypedRuns::hold(std::shared_ptr<const Launch> launch, std::uint64_t most_rounds) {
  if (held_ != launch) original_ = before_ = {};  // runs of another launch cannot be compared with runs of this one
  held_ = std::move(launch);
  held_rounds_ = most_rounds;
  run_again();
}

Relaunch TypedRuns::asking(const editor::Document& text, const std::string& file) {
  asked_ = text.version();
  Relaunch next = base_;
  next.request.kernel = file;
  next.request.text = text.text();
  if (next.request.tile && declares(*next.request.text, "TILE")) next.request.tile.reset();
  next.typed = asked_;
  next.edits =
      last_.replay == nullptr ? nullptr : std::shared_ptr<const Launch>(last_.replay, &last_.replay->trace().launch());
  next.most_rounds = rounds_to_wait_for(last_);
  if (held_ != nullptr) {
    next.edits = held_;
    next.most_rounds = held_rounds_;
    next.as_ran = false;
  }
  next.focus.reset();
  next.matrices.reset();
  next.beside = standing == Standing::kernel ? kernel_beside : "";
  return next;
}

void TypedRuns::take(const Recorded& now, const Relaunch& asked, bool is_original) {
  run_ = asked.typed;
  base_ = asked;
  last_ = now;
  if (before_.replay == nullptr) before_ = now;
  if (original_.replay == nullptr && is_original) original_ = now;
}

const Recorded* TypedRuns::beside() const {
  if (standing == Standing::kernel) return nullptr;
  const Recorded& chosen = standing == Standing::before ? before_ : original_;
  return chosen.replay != nullptr && chosen.replay != last_.replay ? &chosen : nullptr;
}

}  // namespace tilescope
