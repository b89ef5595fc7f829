// Pictures in tests: the situations in which they are drawn, whether they are tidy, and their words.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "app/replay/replay.h"
#include "app/stage/picture.h"
#include "app/stage/text.h"
#include "app/stage/words.h"
#include "tests/support/launches.h"

namespace tilescope::test {

inline std::shared_ptr<const Trace> traced(const Launch& launch) {
  return std::make_shared<const Trace>(record(launch));
}

// A tiled kernel beside the naive one, at the same useful multiply-adds.
struct Situation {
  Replay replay, other;

  Situation(const std::string& kernel, std::int64_t m, std::int64_t n, std::int64_t k, int tile)
      : replay(traced(launch(kernel, m, n, k, tile))), other(traced(launch("naive", m, n, k, tile))) {}

  [[nodiscard]] Frame at(std::uint64_t moment) const { return replay.at({moment, Grain::event, 0, 0}); }
  [[nodiscard]] Frame after_step(std::uint32_t step) const {
    return replay.at({replay.moments().end_of(step), Grain::step, 0, 0});
  }
  [[nodiscard]] Frame beside(const Frame& frame) const {
    const std::uint64_t moment =
        frame.at_end ? other.moments().count() : other.scenery().moment_of_work(replay.scenery().work_at(frame.moment));
    return other.at({moment, Grain::step, 0, 0});
  }

  // The beginning, the end, some ends of steps, and moments within steps.
  [[nodiscard]] std::vector<std::uint64_t> some_moments() const {
    std::vector<std::uint64_t> moments{0, 1, replay.moments().count()};
    const std::uint32_t steps = replay.order().step_count();
    for (std::uint32_t step = 0; step < steps; step += 1 + steps / 7) {
      moments.push_back(replay.moments().end_of(step));
      moments.push_back((replay.moments().begin_of(step) + replay.moments().end_of(step)) / 2);
    }
    return moments;
  }
};

// The three situations that are viewed most.
inline const std::vector<std::unique_ptr<Situation>>& situations() {
  static const auto all = [] {
    std::vector<std::unique_ptr<Situation>> list;
    list.push_back(std::make_unique<Situation>("tiled", 4, 4, 4, 2));
    list.push_back(std::make_unique<Situation>("tiled_bounded", 7, 9, 5, 3));
    list.push_back(std::make_unique<Situation>("tiled", 64, 64, 64, 16));
    return list;
  }();
  return all;
}

inline View view(float width, float height, float text) {
  View view;
  view.width = width;
  view.height = height;
  view.text = text;
  return view;
}

inline bool overlap(const Box& one, const Box& other) {
  constexpr float touch = 0.05F;
  return one.x + touch < other.right() && other.x + touch < one.right() && one.y + touch < other.bottom() &&
         other.y + touch < one.bottom();
}

inline std::string name_of(const Box& box) {
  return "(" + std::to_string(box.x) + ", " + std::to_string(box.y) + ", " + std::to_string(box.w) + ", " +
         std::to_string(box.h) + ")";
}

// The flaws of a picture: labels that overlap or do not fit their boxes, and contents outside the picture. "" if none.
inline std::string untidy(const Picture& picture) {
  const auto inside = [&](const Box& box) {
    constexpr float off = 0.5F;
    return box.w >= 0 && box.h >= 0 && box.x >= -off && box.y >= -off && box.right() <= picture.width + off &&
           box.bottom() <= picture.height + off;
  };
  for (const Label& label : picture.labels) {
    if (!inside(label.box)) return "label outside: " + label.text + " " + name_of(label.box);
    if (label.text.empty()) return "label without text";
    if (text_width(label.text, label.size, label.face) > label.box.w + 0.6F || label.size > label.box.h + 0.6F)
      return "label does not fit: " + label.text + " " + name_of(label.box);
  }
  for (std::size_t one = 0; one < picture.labels.size(); ++one)
    for (std::size_t other = 0; other < one; ++other)
      if (const bool follows = other + 1 == one && picture.labels[one].gap >= 0;  // it begins where the other one ends
          !follows && overlap(picture.labels[one].box, picture.labels[other].box))
        return "labels overlap: " + picture.labels[one].text + " " + name_of(picture.labels[one].box) + " and " +
               picture.labels[other].text + " " + name_of(picture.labels[other].box);
  for (const std::vector<Shape>* shapes : {&picture.shapes, &picture.frames})
    for (const Shape& shape : *shapes)
      if (!inside(shape.box)) return "shape outside: " + name_of(shape.box);
  for (const Line& line : picture.lines)
    if (!inside({line.from.x, line.from.y, 0, 0}) || !inside({line.to.x, line.to.y, 0, 0})) return "line outside";
  for (const Hit& hit : picture.hits)
    if (!inside(hit.box)) return "hit outside: " + name_of(hit.box);
  return "";
}

// All labels as text: one line per row of the picture, from left to right.
inline std::string words_of(const Picture& picture) {
  std::vector<const Label*> labels;
  for (const Label& label : picture.labels) labels.push_back(&label);
  const auto row = [](const Label* label) { return std::lround(label->box.middle().y / 4); };
  std::stable_sort(labels.begin(), labels.end(), [&](const Label* one, const Label* other) {
    return std::pair(row(one), one->box.x) < std::pair(row(other), other->box.x);
  });
  std::string text;
  for (std::size_t n = 0; n < labels.size(); ++n) {
    if (n > 0) text += row(labels[n - 1]) == row(labels[n]) ? " | " : "\n";
    text += labels[n]->text;
  }
  return text;
}

inline bool says(const Picture& picture, const std::string& text) {
  return std::any_of(picture.labels.begin(), picture.labels.end(),
                     [&](const Label& label) { return label.text == text; });
}

}  // namespace tilescope::test
