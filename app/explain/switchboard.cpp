#include "app/explain/switchboard.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "app/stage/parts.h"
#include "app/stage/text.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/launching/request/request_of.h"
#include "instrumentation/launching/texts/switches.h"

namespace tilescope {

namespace {

// The request for the same launch, to be changed in one point.
Relaunch again(const Relaunch& asked, const Trace& trace, std::shared_ptr<const Launch> matrices) {
  Relaunch next;
  next.request = request_of(trace.launch());
  next.request.inputs = asked.request.inputs;
  next.request.seed = asked.request.seed;
  next.backend = asked.backend;
  next.matrices = std::move(matrices);
  if (!asked.request.record) next.request.record.reset();  // as many blocks as fit
  return next;
}

}  // namespace

OptionRow kernel_switches(const Relaunch& asked, const Trace& trace, std::shared_ptr<const Launch> launch) {
  const Relaunch same = again(asked, trace, std::move(launch));
  OptionRow kernel{"kernel", {}};
  for (const Switchable& each : switches_of(trace.launch().kernel)) {
    Relaunch next = same;
    next.request.kernel = each.other;
    kernel.options.push_back({std::string(each.words), each.on, std::move(next), std::string(each.when_on)});
  }
  return kernel;
}

std::vector<OptionRow> switchboard(const Relaunch& asked, const Trace& trace, std::shared_ptr<const Launch> launch) {
  const Relaunch same = again(asked, trace, launch);
  OptionRow kernel = kernel_switches(asked, trace, std::move(launch)), schedule{"schedule", {}},
            beyond{"out of bounds", {}};
  for (const auto& [name, kind, words, help] : schedules()) {
    Relaunch next = same;
    next.request.schedule = {kind, kind == Schedule::Kind::random ? asked.request.seed : 0};
    next.backend = "cpu";  // a GPU has its own schedule
    schedule.options.push_back(
        {std::string(words), trace.backend() == Backend::cpu && trace.launch().schedule.kind == kind, std::move(next)});
  }
  for (const auto& [name, what, words, help] : strays()) {
    if (words.empty()) continue;
    Relaunch next = same;
    next.request.out_of_bounds = what;
    beyond.options.push_back({std::string(words), trace.launch().out_of_bounds == what, std::move(next)});
  }
  if (kernel.options.empty()) return {std::move(schedule), std::move(beyond)};
  return {std::move(kernel), std::move(schedule), std::move(beyond)};
}

Picture switchboard_picture(const std::vector<OptionRow>& rows, float width, float text) {
  Picture picture;
  picture.width = width;
  const float names = 6.2F * text, height = 1.6F * text, size = 0.85F * text;
  float y = 0;
  std::uint32_t number = 0;
  for (const OptionRow& row : rows) {
    put(picture, {0, y, names, height}, row.name, size, Ink::dim);
    float x = names;
    for (const Option& chip : row.options) {
      const float wide = 1.06F * text_width(chip.label(), size, Face::bold) + 2.1F * text;
      if (x > names && x + wide > width) {
        x = names;
        y += height + 0.3F * text;
      }
      const Box box{x, y, std::min(wide, width - x), height};
      picture.shapes.push_back(
          {box, chip.on ? Ink::now : Ink::cell, chip.on ? Ink::now : Ink::edge, 1, height / 2, 1, Mark::none});
      // Shown by shape as well as colour: filled if it is on.
      const Ink ink = chip.on ? Ink::on_ink : Ink::text;
      const float dot = 0.55F * text;
      const Box round{box.x + 0.55F * text, box.middle().y - dot / 2, dot, dot};
      picture.frames.push_back({round, chip.on ? ink : Ink::none, ink, 1.2F, dot / 2, 1, Mark::none});
      put(picture, {box.x + 1.4F * text, box.y, box.w - 1.8F * text, box.h}, chip.label(), size, ink,
          chip.on ? Face::bold : Face::sans);
      picture.hits.push_back({box, {.kind = Target::Kind::choice, .number = number++}});
      x = box.right() + 0.4F * text;
    }
    y += height + 0.3F * text;
  }
  picture.height = y;
  return picture;
}

}  // namespace tilescope
