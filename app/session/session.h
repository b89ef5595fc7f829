// The state of everything that is open. All changes go through apply and advance; other code only reads it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/session/parts.h"
#include "app/session/under_way.h"

namespace tilescope {

class Session {
 public:
  explicit Session(Settings settings) { parts_.settings = std::move(settings); }

  void apply(const Command& command);
  // Lets time pass: continues playback and takes in recordings. True if something changed.
  bool advance(double seconds);
  // Waits until the recording is ready and explained.
  void wait_for_recording();
  // Waits until the shown variables are ready, and until the moment of a condition is found and shown.
  void wait_for_variables();
  // Waits until the opened lesson is ready or rejected.
  void wait_for_lesson();
  // Waits until the opened task is ready or rejected, and the newest code is judged.
  void wait_for_task();
  // The tables of kernels' times; the first one is shown until another is chosen.
  void use_tables(std::vector<KnownTable> tables) { parts_.explaining.choices.tables = std::move(tables); }
  // The wishes, which the window takes and grants.
  [[nodiscard]] Wishes& wishes() { return parts_.wishes; }

  [[nodiscard]] const Shown& shown() const { return parts_.shown; }
  [[nodiscard]] const Playback& playback() const { return parts_.playback; }
  [[nodiscard]] const Selection& selection() const { return parts_.selection; }
  [[nodiscard]] const Explaining& explaining() const { return parts_.explaining; }
  [[nodiscard]] const WorkedOut& worked_out() const { return parts_.worked_out; }
  [[nodiscard]] const Launching& launching() const { return parts_.launching; }
  [[nodiscard]] const Editing& editing() const { return parts_.editing; }
  [[nodiscard]] const Course& course() const { return parts_.course; }
  [[nodiscard]] const Tasking& tasking() const { return parts_.tasking; }
  [[nodiscard]] const Overlays& overlays() const { return parts_.overlays; }
  [[nodiscard]] const Settings& settings() const { return parts_.settings; }
  [[nodiscard]] const std::optional<Banner>& banner() const { return parts_.banner; }

  // The data from which the explaining views are drawn.
  [[nodiscard]] Explainable explainable() const;
  // A request that is not ready yet.
  [[nodiscard]] std::optional<UnderWay> under_way() const;
  // The situation that reopens exactly this state. Throws if its matrices cannot be made or read again, which takes
  // long to check.
  enum class Inputs : std::uint8_t { checked, unchecked };
  [[nodiscard]] Situation situation(Inputs inputs = Inputs::checked) const;
  // A line for slides: "4 against 8 global loads per thread: tiled against naive, ...; counted, ...".
  [[nodiscard]] std::string line_to_copy() const;

 private:
  Parts parts_;
};

}  // namespace tilescope
