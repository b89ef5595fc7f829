#include "instrumentation/launching/request/request_of.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "instrumentation/executors/of_launch.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/machine/prepared.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

std::string name_asked(const Launch& launch) { return launch.program ? launch.program->file : launch.kernel; }

namespace {

// As --array has it. What the text declares is as long as the text says.
std::string said_of(const Launch& launch, const Buffer& buffer) {
  if (launch.program) {
    const auto& array =
        launch.program->prepared->facts().arrays[static_cast<std::size_t>(&buffer - launch.buffers.data())];
    if (!array.is_parameter) return ":" + buffer.fill;
  }
  return fmt::format("{}{}{}", fmt::join(buffer.sides, "x"), buffer.is_left_by_another() ? "" : ":",
                     buffer.is_left_by_another() ? "" : buffer.fill);
}

}  // namespace

Request request_of(const Launch& launch) {
  Request request;
  request.kernel = name_asked(launch);
  if (launch.program) {
    request.entry = launch.program->entry;
    if (launch.program->is_typed) request.text = launch.program->text;
    if (!launch.program->list.names.empty()) request.launch = launch.program->list.number;
    request.launches = launch.program->list.said;
    request.knobs = launch.program->knobs;
    request.grid = {launch.grid.x, launch.grid.y / launch.grid_depth, launch.grid_depth};
    request.block = {launch.block.x, launch.block.y / launch.block_depth, launch.block_depth};
    if (launch.dynamic_shared_bytes > 0) request.shared_bytes = launch.dynamic_shared_bytes;
  }
  const auto product = reading::matrices_of(launch);
  if (product && product->known_by != reading::KnownBy::looking) {
    request.m = product->m(), request.n = product->n(), request.k = product->k();
  } else {
    const std::vector<std::string> names = numbers_of(launch);
    for (std::size_t n = 0; n < names.size(); ++n) request.numbers[names[n]] = words_of(launch.numbers[n]);
    for (std::size_t n = 0; n < launch.buffers.size(); ++n) {
      const Buffer& buffer = launch.buffers[n];
      if (!buffer.sides.empty() && !buffer.fill.empty() && !(request.launch > 0 && buffer.is_left_by_another()))
        request.arrays[launch.program ? launch.program->prepared->facts().arrays[n].name : buffer.name] =
            said_of(launch, buffer);
    }
  }
  if (!launch.program) request.tile = launch.tile;
  request.schedule = launch.schedule;
  request.record = launch.record;
  request.window = launch.window;
  request.out_of_bounds = launch.out_of_bounds;
  return request;
}

}  // namespace tilescope
