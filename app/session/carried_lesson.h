// How lessons and tasks are carried, as they were prepared.
#pragma once

#include <memory>
#include <string>

#include "app/apart/carried_explained.h"
#include "app/apart/carried_replay.h"
#include "app/lessons/prepare.h"
#include "app/tasks/prepared_task.h"

namespace tilescope {

namespace apart {

template <>
inline constexpr std::size_t members<Explanation> = 1;
template <>
inline constexpr std::size_t members<Explain> = 1;
template <>
inline constexpr std::size_t members<Vote> = 1;
template <>
inline constexpr std::size_t members<TypeAnswer> = 1;
template <>
inline constexpr std::size_t members<GoToStep> = 1;
template <>
inline constexpr std::size_t members<ShowLaunch> = 1;
template <>
inline constexpr std::size_t members<SwitchLine> = 1;
template <>
inline constexpr std::size_t members<ShowPanel> = 1;
template <>
inline constexpr std::size_t members<Target> = 6;
template <>
inline constexpr std::size_t members<lessons::Span> = 6;
template <>
inline constexpr std::size_t members<lessons::Mistake> = 3;
template <>
inline constexpr std::size_t members<lessons::Written> = 3;
template <>
inline constexpr std::size_t members<lessons::Question::Other> = 2;
template <>
inline constexpr std::size_t members<lessons::Question::Wrong> = 2;
template <>
inline constexpr std::size_t members<lessons::Question> = 19;
template <>
inline constexpr std::size_t members<lessons::Situation> = 8;
template <>
inline constexpr std::size_t members<lessons::Step> = 16;
template <>
inline constexpr std::size_t members<lessons::Lesson> = 9;
template <>
inline constexpr std::size_t members<lessons::Asked::Wrong> = 2;
template <>
inline constexpr std::size_t members<lessons::Asked> = 14;
template <>
inline constexpr std::size_t members<lessons::Scene> = 5;
template <>
inline constexpr std::size_t members<tasks::TaskLaunch> = 3;
template <>
inline constexpr std::size_t members<tasks::Goal> = 2;
template <>
inline constexpr std::size_t members<tasks::Task> = 19;
template <>
inline constexpr std::size_t members<tasks::PreparedTask> = 10;

}  // namespace apart

template <>
struct Carried<lessons::Scenes> {
  template <class Way>
  static void pass(Way& way, lessons::Scenes& scenes) {
    apart::pass_all(way, scenes.backend_, scenes.scenes_, scenes.taken_);
  }
  // A pointer to one of the scenes, or null.
  template <class Way>
  static void pass_scene(Way& way, const lessons::Scenes& scenes, const lessons::Scene*& scene) {
    std::string key;
    if constexpr (Way::packs)
      for (const auto& [name, known] : scenes.scenes_)
        if (&known == scene) key = name;
    apart::pass(way, key);
    if constexpr (!Way::packs) scene = key.empty() ? nullptr : &scenes.scenes_.at(key);
  }
};

template <>
struct Carried<std::shared_ptr<lessons::Scenes>> {
  template <class Way>
  static void pass(Way& way, std::shared_ptr<lessons::Scenes>& scenes) {
    bool is_there = scenes != nullptr;
    apart::pass_flat(way, is_there);
    if (!is_there) return;
    if constexpr (!Way::packs) scenes = std::make_shared<lessons::Scenes>();
    apart::pass(way, *scenes);
  }
};

template <>
struct Carried<lessons::Prepared> {
  template <class Way>
  static void pass(Way& way, lessons::Prepared& prepared) {
    apart::pass_all(way, prepared.lesson, prepared.mistakes, prepared.scenes);
    const std::size_t steps = apart::pass_size(way, prepared.steps.size());
    if constexpr (!Way::packs) prepared.steps.resize(steps);
    for (lessons::PreparedStep& step : prepared.steps) {
      if (prepared.scenes != nullptr)
        for (const lessons::Scene** const scene : {&step.scene, &step.beside})
          Carried<lessons::Scenes>::pass_scene(way, *prepared.scenes, *scene);
      apart::pass_all(way, step.situation, step.from, step.to, step.block, step.thread, step.partner, step.title,
                      step.text, step.notes, step.lit, step.edit, step.question);
    }
  }
};

}  // namespace tilescope
