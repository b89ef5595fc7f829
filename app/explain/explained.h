// All results of the analyses of one trace, worked out once and outside the window's frames.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/explain/console.h"
#include "app/explain/limits.h"
#include "app/replay/replay.h"
#include "app/stage/counters.h"
#include "instrumentation/analysis/hazards.h"
#include "instrumentation/analysis/heat_map.h"
#include "instrumentation/analysis/reuse.h"
#include "instrumentation/analysis/waits.h"
#include "instrumentation/analysis/warps.h"
#include "instrumentation/analysis/wrong_reads.h"

namespace tilescope {

// What a thread did, the moment at which it is visible, and the line of the text.
struct Deed {
  std::string words, code;
  std::optional<std::uint64_t> moment;
  std::uint32_t doer = 0;  // its thread, counted from 1 through all blocks; 0: no single thread
};

// A finding in words, so that no event is needed to show it.
struct FindingText {
  std::string array;  // that it is about; empty if it is about none
  std::string cause, example, total;
  std::vector<Deed> deeds;  // in their order in this launch
};

struct Explained {
  Hazards hazards;
  std::vector<WrongRead> wrong_reads;  // the first of them, if threads race
  std::vector<FindingText> told;       // by finding
  std::vector<std::string> caveats;
  std::string against, result_name;  // what the result was compared with, in words, and its array or arrays
  std::optional<Deed> wrong_read;    // the first of them, in words
  std::vector<SaidLine> said;
  std::vector<std::uint64_t> marks;  // the moments of the findings' examples, in order
  Warps warps;
  Reuse reuse;
  std::vector<HeatMap> heat;        // by array, of the recorded blocks; empty but for A and B
  std::optional<Waits> waits;       // at barriers, where the trace has a clock
  std::optional<WholeLoads> whole;  // where not all blocks were recorded
  Demand demand;
  Device device;

  [[nodiscard]] std::size_t errors() const;
  [[nodiscard]] bool has_several_results() const { return hazards.result && !hazards.result->others.empty(); }
  // Whether some finding depends on the order of the threads.
  [[nodiscard]] bool hangs_on_order() const;
};

// A launch and its analyses. The scenery is null without a launch; the analyses are null until they are done.
struct HeatOf {
  const Scenery* scenery = nullptr;
  const Explained* explained = nullptr;
  const WholeHeat* whole = nullptr;     // of all blocks, where not all were recorded
  std::optional<double> counting = {};  // or the part of that which has been counted
};

// Whether a finding depends on the order of the threads.
[[nodiscard]] bool hangs_on_order(const Finding& finding);

// Empty if `wanted`, which is called now and then, returned false.
[[nodiscard]] std::shared_ptr<Explained> explain(const Replay& replay, const std::function<bool()>& wanted,
                                                 const Device& device = {});

// The same part by part, so that the caller can do other work in between. The replay has to outlive it.
class ExplainingInParts {
 public:
  ExplainingInParts(const Replay& replay, Device device);
  ~ExplainingInParts();
  ExplainingInParts(const ExplainingInParts&) = delete;
  ExplainingInParts& operator=(const ExplainingInParts&) = delete;

  [[nodiscard]] bool go_on();                       // does another part; false: that was the last
  [[nodiscard]] std::shared_ptr<Explained> take();  // then

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// When the step of an access is over, if it was recorded: then it is visible.
[[nodiscard]] std::optional<std::uint64_t> moment_of(const Replay& replay, const Access& access);
[[nodiscard]] std::uint64_t moment_of(const Replay& replay, const WrongRead& read);

}  // namespace tilescope
