// What typing does to what is shown: a pause, and the newest text is run; what stood there stands beside.
#include <fmt/format.h>

#include "app/editor/line_diff.h"
#include "app/replay/alike.h"
#include "app/session/session.h"
#include "kernels/catalogue.h"
#include "kernels/own_kernel.h"

namespace tilescope {

namespace {

constexpr double short_while = 0.3;  // seconds that a run may take before it is said that it is not there

// The same cell of another launch; nothing where that has no such array.
Target in_other(const Target& target, const Trace& from, const Trace& to) {
  if (target.kind == Target::Kind::thread && target.number < to.threads_per_block()) return target;
  if (target.kind != Target::Kind::element || target.array >= from.arrays().size()) return {};
  const ArrayInfo& array = from.arrays()[target.array];
  for (std::size_t n = 0; n < to.arrays().size(); ++n)
    if (to.arrays()[n].name == array.name && to.arrays()[n].space == array.space &&
        target.number < to.arrays()[n].elements()) {
      Target there = target;
      there.array = static_cast<std::uint8_t>(n);
      return there;
    }
  return {};
}

}  // namespace

void Session::edit_source() {
  if (!has_trace()) return;
  settings_.source = true;
  editing_.begin(shown_, name_asked(shown_.trace().launch()));
}

void Session::apply_to(const TypeKey& type) {
  if (!editing_.is_open()) return;
  const editor::Pressed pressed = editing_.press(type.key);
  switch (pressed.wish) {
    case editor::Wish::copy: wishes_.clipboard = pressed.copied; return;
    case editor::Wish::paste: wishes_.paste = true; return;
    case editor::Wish::leave: return close_something();
    case editor::Wish::accept_mend: return editing_.mend();
    case editor::Wish::find: overlays_.find = Overlays::Search::find; return;
    case editor::Wish::replace: overlays_.find = Overlays::Search::replace; return;
    case editor::Wish::find_next:
    case editor::Wish::find_before: return editing_.find_again(pressed.wish == editor::Wish::find_next);
    case editor::Wish::none: return;
  }
}

void Session::apply_to(const PlaceCaret& place) {
  edit_source();
  if (editing_.is_open()) editing_.apply(place);
}

void Session::apply_to(const PasteText& paste) {
  if (editing_.is_open()) editing_.paste(paste.text);
}

void Session::apply_to(const Find& what) {
  if (!editing_.is_open() || editing_.find(what) || what.text.empty()) return;
  banner_ = Banner{fmt::format("'{}' is nowhere in this text.", what.text), false};
}

void Session::apply_to(const Replace& what) {
  if (!editing_.is_open()) return;
  const std::size_t count = editing_.replace(what);
  if (what.all) banner_ = Banner{fmt::format("Replaced {} time{}.", count, count == 1 ? "" : "s"), false};
}

void Session::apply_to(const StandBeside& which) {
  editing_.standing = which.which;
  put_beside();
}

// The runs that are kept are there at once; another kernel has to be recorded.
void Session::put_beside() {
  if (const Recorded* const kept = editing_.beside()) {
    shown_.beside = *kept;
  } else if (editing_.standing == Standing::kernel && editing_.is_open() && !editing_.is_waiting()) {
    launching_.recorder.start(editing_.asking(launching_.asked, shown_));
  }
}

bool Session::stage_is_behind() const {
  if (!editing_.is_behind()) return false;
  if (editing_.is_waiting()) return editing_.has_errors();
  return !launching_.recorder.is_busy() || launching_.recording_for > short_while;
}

bool Session::run_typed(double seconds) {
  bool changed = false;
  if (auto notes = launching_.recorder.take_notes()) {
    editing_.take(std::move(*notes));
    changed = true;
  }
  if (!has_trace() || !editing_.advance(seconds, settings_.pause)) return changed;
  playback_.playing = false;
  launching_.reopening.reset();
  Relaunch next = editing_.asking(launching_.asked, shown_);
  const Recorded* const kept = editing_.beside();
  launching_.recorder.start(next, kept != nullptr ? *kept : Recorded{});
  return true;
}

void Session::take_typed(Recording recording) {
  if (!editing_.is_open()) return;
  if (auto notes = launching_.recorder.take_notes()) editing_.take(std::move(*notes));
  if (!recording.problem.empty()) return editing_.take_problem(recording.problem);
  const Shown before = shown_;
  const Selection looked = selection_;
  const std::uint64_t moment = playback_.moment;
  recording.asked.edits.reset();
  launching_.asked = recording.asked;
  editing_.take_run(recording.focus);
  const auto range = playback_.timeline;
  show(std::move(recording.focus), std::move(recording.beside));
  if (const Recorded* const kept = editing_.beside()) shown_.beside = *kept;
  selection_.selected = in_other(looked.selected, before.trace(), shown_.trace());
  if (looked.partner && *looked.partner < shown_.trace().threads_per_block()) selection_.partner = looked.partner;
  if (before.focus.replay->order().step_count() == replay().order().step_count()) playback_.timeline = range;
  playback_.follow(before, shown_);
  const std::vector<std::uint32_t> lines =
      editor::lines_before(before.focus.replay->scenery().kernel_text(), replay().scenery().kernel_text());
  if (const auto same = moment_at_same_line(*before.focus.replay, moment, replay(), lines)) playback_.moment = *same;
  banner_.reset();
  if (const auto& fault = shown_.trace().fault()) banner_ = Banner{fault->message, true};
  settle();
}

}  // namespace tilescope
