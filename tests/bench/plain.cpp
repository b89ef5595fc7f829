// bench plain: calls a launch's plain kernel and nothing else, for other tools to watch.
#include <fmt/format.h>

#include "instrumentation/executors/cuda/gpu_speed.h"
#include "tests/bench/bench.h"

namespace tilescope::bench {

Report plain(const Options& options) {
  const Launch launch = launch_to_record(options.launch);
  const auto [first, others] = call_plain(recorded_kernel(launch), launch, options.runs - 1);
  std::string text =
      fmt::format("{}: the plain kernel took {:.4g} ms at its first call", sizes_of(launch), first * 1e3);
  if (!others.empty())
    text += fmt::format(", and {:.4g} ms at the others (median of {})", spread(others).middle * 1e3, others.size());
  return report(text + "; by this machine's clock\n",
                launch_json(launch).with({{"runs", options.runs},
                                          {"first_seconds", first},
                                          {"seconds", others.empty() ? Json(nullptr) : list(spread(others))}}));
}

}  // namespace tilescope::bench
