// What was asked for and is not there yet: what is done for it, and how far it is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/session/recorder.h"

namespace tilescope {

struct UnderWay {
  enum class Of : std::uint8_t { launch, lesson, task };
  Of of = Of::launch;
  std::string name;                                // of a file, a kernel
  Recorder::Stage stage = Recorder::Stage::waits;  // of a launch
  double seconds = 0;                              // that it has taken
  double part = 0;                                 // of the recording that is done

  // What is soon there is not told of, as words would only flicker.
  static constexpr double told_after = 0.25;
  [[nodiscard]] bool is_told() const { return seconds > told_after; }
  [[nodiscard]] bool has_part() const {
    return of == Of::launch && (stage == Recorder::Stage::records || stage == Recorder::Stage::records_beside);
  }
};

struct Parts;
[[nodiscard]] std::optional<UnderWay> under_way(const Parts& parts);

// "Recording"
[[nodiscard]] std::string words_of(const UnderWay& work);

// All that is done for a launch, one after the other, and which of it goes on.
inline constexpr std::array<std::string_view, 4> steps_of_work{"Read the text",
                                                               "Find a launch that shows what the kernel does",
                                                               "Record what each thread does", "Prepare the replay"};
[[nodiscard]] std::size_t step_of(const UnderWay& work);

}  // namespace tilescope
