// What is open and how it is looked at. All changes go through apply and advance; everything else reads.
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
  // Time goes by: plays on, and takes in what has been recorded. True where something changed.
  bool advance(double seconds);
  // Until what is being recorded is there, and explained.
  void wait_for_recording();
  // Until the variables that are shown are there, and a condition's moments were found and gone to.
  void wait_for_variables();
  // Until the lesson that was opened is there, or was refused.
  void wait_for_lesson();
  // Until the task that was opened is there, or was refused, and the newest text was judged.
  void wait_for_task();
  // What is known of kernels' times; the first table is shown until another is chosen.
  void use_tables(std::vector<KnownTable> tables) { parts_.explaining.choices.tables = std::move(tables); }
  // What whoever holds the window takes and grants.
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

  // What the views that explain are drawn from.
  [[nodiscard]] Explainable explainable() const;
  // What was asked for and is not there yet.
  [[nodiscard]] std::optional<UnderWay> under_way() const;
  // What is needed to reopen exactly this. Throws where the matrices are not those that can be made or read again.
  [[nodiscard]] Situation situation() const;
  // What is shown, in a line for slides: "4 against 8 global loads per thread: tiled against naive, ...; counted, ...".
  [[nodiscard]] std::string line_to_copy() const;

 private:
  Parts parts_;
};

}  // namespace tilescope
