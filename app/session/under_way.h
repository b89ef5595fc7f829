// A request that is not ready yet: its current stage and its progress.
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
  std::string name;                                // of the file or kernel
  Recorder::Stage stage = Recorder::Stage::waits;  // for a launch
  double seconds = 0;                              // since it began
  double part = 0;                                 // the fraction of the recording that is done

  // Shorter work is not shown, because the words would only flicker.
  static constexpr double told_after = 0.25;
  [[nodiscard]] bool is_told() const { return seconds > told_after; }
  [[nodiscard]] bool has_part() const {
    return of == Of::launch && (stage == Recorder::Stage::records || stage == Recorder::Stage::records_beside);
  }
};

struct Parts;
[[nodiscard]] std::optional<UnderWay> under_way(const Parts& parts);

// What is asked for last is what opens: a lesson or task that is still being prepared does not.
void give_up_preparing(Parts& parts);

// "Recording"
[[nodiscard]] std::string words_of(const UnderWay& work);

// All stages of a launch in order, and the index of the current one.
inline constexpr std::array<std::string_view, 4> steps_of_work{"Read the source",
                                                               "Find a launch that shows what the kernel does",
                                                               "Record what each thread does", "Prepare the replay"};
[[nodiscard]] std::size_t step_of(const UnderWay& work);

}  // namespace tilescope
