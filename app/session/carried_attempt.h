// How an answer to a task is carried to a worker, and how it was judged back.
#pragma once

#include <memory>
#include <string>

#include "app/session/carried_lesson.h"
#include "app/tasks/attempt.h"

namespace tilescope {

struct AnswerToJudge {
  std::string text;
  std::shared_ptr<const tasks::PreparedTask> task;
};

namespace apart {

template <>
inline constexpr std::size_t members<AnswerToJudge> = 2;
template <>
inline constexpr std::size_t members<tasks::Sight> = 4;
template <>
inline constexpr std::size_t members<tasks::Missed> = 6;
template <>
inline constexpr std::size_t members<tasks::Reached> = 3;
template <>
inline constexpr std::size_t members<tasks::Attempt> = 4;

}  // namespace apart

}  // namespace tilescope
