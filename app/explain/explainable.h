// What the views of the panel show: the launches, the results of their analyses, and the choices made in the views.
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

struct Cube;
struct Descent;

struct ExplainChoices {
  CubeLook cube;
  std::size_t finding = 0;   // the one that is open
  bool is_unfolded = false;  // the view shows its rarer choices as well
  LimitsChoice limits;
  std::vector<KnownTable> tables;  // of kernels' times
  std::size_t table = 0;
  LoopsChoice loops;
  std::shared_ptr<const LoopRuns> loop_runs;  // null until the view is opened
  std::string variable;                       // shown in all threads; empty: the default
  std::vector<std::string> pinned;            // in the order in which they were pinned
};

struct Explainable {
  const Trace& trace;  // of the launch in focus
  const Frame& frame;
  HeatOf focus, beside;
  const ExplainChoices& choices;
  const ResultCheck* result = nullptr;  // of the launch in focus; null if unknown
  Target hovered = {};
  const VariablesNow* variables = nullptr;  // of the block in focus; null until a view needs them
  ChangesOf changes = {};
  const Cube* cube = nullptr;        // null: not computed yet
  const Descent* descent = nullptr;  // of the block in focus; null: not computed yet

  [[nodiscard]] Limits limits() const;      // needs the analyses
  [[nodiscard]] Times times() const;        // needs the analyses
  [[nodiscard]] double loops_part() const;  // the fraction of the loops' accesses that is done
};

}  // namespace tilescope
