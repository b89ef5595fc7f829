// The results of all analyses of one trace, computed once and outside the window's frames.
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

// What a thread did, the line of the source, and the moment at which it is visible.
struct Deed {
  std::string words, code;
  std::optional<std::uint64_t> moment;
  std::uint32_t doer = 0;  // the thread's number through all blocks, counted from 1; 0: not a single thread
};

// A finding in words, so that showing it needs no events.
struct FindingText {
  std::string array;  // the array that it concerns; empty if none
  std::string cause, example, total;
  std::vector<Deed> deeds;  // in the order of this launch
};

struct Explained {
  Hazards hazards;
  std::vector<WrongRead> wrong_reads;  // empty if no threads race
  std::vector<FindingText> told;       // one for each finding
  std::vector<std::string> caveats;
  std::string against, result_name;  // what the result is compared with, in words; its array or arrays
  std::optional<Deed> wrong_read;    // the first of wrong_reads, in words
  std::vector<SaidLine> said;
  std::vector<std::uint64_t> marks;  // when the findings' examples happen, in order
  Warps warps;
  Reuse reuse;
  std::vector<HeatMap> heat;        // by array, of the recorded blocks; empty except for inputs
  std::optional<Waits> waits;       // at barriers, if the trace has a clock
  std::optional<WholeLoads> whole;  // if not all blocks were recorded
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
  const WholeHeat* whole = nullptr;     // all blocks, if not all were recorded
  std::optional<double> counting = {};  // the fraction of `whole` that has been counted
};

// Whether a finding depends on the order of the threads.
[[nodiscard]] bool hangs_on_order(const Finding& finding);

// Returns null once `wanted`, which is called between the parts, returns false.
[[nodiscard]] std::shared_ptr<Explained> explain(const Replay& replay, const std::function<bool()>& wanted,
                                                 const Device& device = {});

// The same in parts, so that the caller can do other work in between. The replay has to outlive it.
class ExplainingInParts {
 public:
  ExplainingInParts(const Replay& replay, Device device);
  ~ExplainingInParts();
  ExplainingInParts(const ExplainingInParts&) = delete;
  ExplainingInParts& operator=(const ExplainingInParts&) = delete;

  [[nodiscard]] bool go_on();                       // does the next part; false: it was the last one
  [[nodiscard]] std::shared_ptr<Explained> take();  // after the last part

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The moment at which an access is visible: the end of its step. Empty if it was not recorded.
[[nodiscard]] std::optional<std::uint64_t> moment_of(const Replay& replay, const Access& access);
[[nodiscard]] std::uint64_t moment_of(const Replay& replay, const WrongRead& read);

}  // namespace tilescope
