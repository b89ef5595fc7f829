// What the views that explain show: the launches, the results of the analyses, and what was chosen in the views.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/command/cube_look.h"
#include "app/explain/changes.h"
#include "app/explain/explained.h"
#include "app/explain/limits.h"
#include "app/explain/loops.h"
#include "app/explain/times.h"
#include "app/explain/variables.h"
#include "instrumentation/analysis/result_check.h"

namespace tilescope {

// Where a scrolled list begins, and when it was scrolled.
struct Scrolled {
  std::size_t first = 0;
  std::uint64_t moment = 0;
};

struct Cube;
struct Descent;

struct ExplainChoices {
  CubeLook cube;
  std::size_t finding = 0;  // the one that is open
  LimitsChoice limits;
  std::vector<KnownTable> tables;  // of kernels' times; the chosen one
  std::size_t table = 0;
  LoopsChoice loops;
  std::shared_ptr<const LoopRuns> loop_runs;  // null until they are shown
  std::string variable;                       // shown in all threads; empty: the first one
  std::vector<std::string> pinned;            // variables, in the order in which they were
  std::optional<Scrolled> scrolled;           // empty: the view shows the most useful part
};

struct Explainable {
  const Trace& trace;  // of the launch in focus
  const Frame& frame;
  HeatOf focus, beside;
  const ExplainChoices& choices;
  const ResultCheck* result = nullptr;  // of the launch in focus; empty if unknown
  Target hovered = {};
  const VariablesNow* variables = nullptr;  // of the block in focus; null until they are needed
  ChangesOf changes = {};
  const Cube* cube = nullptr;        // null: unknown yet
  const Descent* descent = nullptr;  // of the block in focus; likewise

  [[nodiscard]] Limits limits() const;      // once it is explained
  [[nodiscard]] Times times() const;        // likewise
  [[nodiscard]] double loops_part() const;  // the part of them that is done
};

}  // namespace tilescope
