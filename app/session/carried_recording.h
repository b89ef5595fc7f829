// How recordings are carried to a page and back.
#pragma once

#include "app/apart/carried_explained.h"
#include "app/apart/carried_replay.h"
#include "app/session/recording.h"

namespace tilescope {

namespace apart {

template <>
inline constexpr std::size_t members<Relaunch> = 11;
template <>
inline constexpr std::size_t members<editor::Span> = 2;
template <>
inline constexpr std::size_t members<editor::Change> = 2;
template <>
inline constexpr std::size_t members<editor::Note> = 5;
template <>
inline constexpr std::size_t members<Recording> = 8;
template <>
inline constexpr std::size_t members<recording::Progress> = 2;
template <>
inline constexpr std::size_t members<recording::Notes> = 1;
template <>
inline constexpr std::size_t members<recording::Analysis> = 2;
template <>
inline constexpr std::size_t members<recording::Timing> = 2;
template <>
inline constexpr std::size_t members<recording::Heating> = 2;

}  // namespace apart

// The analyses follow on their own.
template <>
struct Carried<Recorded> {
  template <class Way>
  static void pass(Way& way, Recorded& recorded) {
    apart::pass_all(way, recorded.replay, recorded.result, recorded.note);
  }
};

template <>
struct Carried<recording::Asked> {
  template <class Way>
  static void pass(Way& way, recording::Asked& asked) {
    apart::pass_all(way, asked.what, asked.has_beside, asked.given, asked.note);
  }
};

}  // namespace tilescope
