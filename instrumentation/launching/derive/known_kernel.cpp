#include "instrumentation/launching/derive/known_kernel.h"

#include <fmt/format.h>

#include <map>
#include <mutex>

#include "instrumentation/error.h"
#include "instrumentation/launching/derive/kernel_reading.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/machine/run.h"

namespace tilescope {

namespace {

std::shared_ptr<const OwnKernel> read(const CatalogueKernel& known, int tile) {
  auto kernel = std::make_shared<OwnKernel>();
  kernel->name = known.name;
  kernel->text = known.text;
  kernel->defined = {{"TILE", std::to_string(tile)}};
  language::Program program =
      language::read(kernel->text, {.knobs = {}, .defined = kernel->defined, .host_values = {}});
  if (!program.runnable()) throw Error(fmt::format("{} cannot be read with a tile of {}", known.name, tile));
  const language::Kernel& entry = program.kernels().front();
  kernel->prepared = std::make_shared<machine::Prepared>(program, entry);
  kernel->product = claimed_product(*kernel, {});
  kernel->is_claimed = true;
  return kernel;
}

}  // namespace

std::shared_ptr<const OwnKernel> known_kernel(std::string_view name, int tile) {
  const CatalogueKernel& known = find_kernel(name);
  static std::mutex mutex;
  static std::map<std::pair<std::string_view, int>, std::shared_ptr<const OwnKernel>> all;
  const std::lock_guard lock(mutex);
  const auto [at, is_new] = all.try_emplace({known.name, tile});
  if (is_new || at->second == nullptr) at->second = read(known, tile);
  return at->second;
}

const RecordedKernel& recorded_kernel(const Launch& launch) {
  return launch.program ? *launch.program : *known_kernel(launch.kernel, launch.tile);
}

}  // namespace tilescope
