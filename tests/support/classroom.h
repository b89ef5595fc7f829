// Scenes for tests of lessons: a launch, a moment in it, and text resolved there.
#pragma once

#include <memory>
#include <string>

#include "app/lessons/moment.h"
#include "app/lessons/references.h"
#include "instrumentation/error.h"

namespace tilescope::test {

class Classroom {
 public:
  explicit Classroom(const std::string& kernel = "tiled", std::int64_t size = 4, int tile = 2) {
    situation.request.kernel = kernel;
    situation.request.m = situation.request.n = situation.request.k = size;
    situation.request.tile = tile;
  }

  [[nodiscard]] lessons::Here here(const std::string& moment = "end") {
    return {scenes, situation, lessons::moment_named(scene(), moment), 0, 0};
  }
  [[nodiscard]] const lessons::Scene& scene() { return scenes.of(situation.request); }
  [[nodiscard]] std::string text(const std::string& reference, const std::string& moment = "end") {
    return lessons::plain_text(lessons::reference(here(moment), reference).spans);
  }
  [[nodiscard]] double figure(const std::string& expression, const std::string& moment = "end") {
    return lessons::figure(here(moment), expression).number;
  }
  // The step that has ended at a moment, counted from 1; 0 at the beginning.
  [[nodiscard]] std::uint32_t step(const std::string& moment) {
    const std::uint64_t at = lessons::moment_named(scene(), moment);
    return at == 0 ? 0 : scene().replay->moments().step_at(at) + 1;
  }
  template <class Work>
  [[nodiscard]] static std::string refused(const Work& work) {
    try {
      work();
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  lessons::Scenes scenes;
  lessons::Situation situation;
};

}  // namespace tilescope::test
