// The catalogue's kernels as programs: their texts are in the program, and are read for a tile's width when that is
// asked for.
#include <fmt/format.h>

#include <map>
#include <mutex>

#include "instrumentation/error.h"
#include "instrumentation/machine/run.h"
#include "kernels/catalogue.h"
#include "kernels/kernel_roles.h"
#include "kernels/known_texts.h"

namespace tilescope {

namespace {

ProductKernel read(const CatalogueKernel& known, int tile) {
  ProductKernel kernel;
  kernel.name = known.name;
  kernel.text = text_of(known);
  kernel.defined = {{"TILE", std::to_string(tile)}};
  language::Program program = language::read(kernel.text, {.knobs = {}, .defined = kernel.defined, .host_values = {}});
  if (!program.runnable()) throw Error(fmt::format("{} is not understood with a tile of {}", known.name, tile));
  const language::Kernel& entry = program.kernels().front();
  kernel.prepared = std::make_shared<machine::Prepared>(program, entry);
  give_roles(kernel, entry, {});
  return kernel;
}

}  // namespace

std::string_view text_of(const CatalogueKernel& kernel) {
  for (const KnownText& known : known_texts())
    if (known.name == kernel.name) return known.text;
  throw Error(fmt::format("{} has no text", kernel.name));
}

const ProductKernel& known_kernel(std::string_view name, int tile) {
  const CatalogueKernel& known = find_kernel(name);
  static std::mutex mutex;
  static std::map<std::pair<std::string_view, int>, ProductKernel> all;
  const std::lock_guard lock(mutex);
  const auto [at, is_new] = all.try_emplace({known.name, tile});
  if (is_new) at->second = read(known, tile);
  return at->second;
}

const RecordedKernel& recorded_kernel(const Launch& launch) {
  return launch.program ? *launch.program : known_kernel(launch.kernel, launch.tile);
}

}  // namespace tilescope
