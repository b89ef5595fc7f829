#include "instrumentation/launching/other_launches.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "instrumentation/error.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/plan/begun_launch.h"
#include "instrumentation/launching/plan/plan_whole.h"
#include "instrumentation/launching/request/dimensions.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/reading/launch_product.h"
#include "instrumentation/reading/uses.h"

namespace tilescope {

namespace {

// The judge says whether there is room for all of its events.
Launch recorded_as(Launch launch, const Launch& other) {
  launch.record = other.record;
  return launch;
}

bool is_tried(const NumberOrigins& origins, const std::string& name) {
  const auto known = origins.find(name);
  return known != origins.end() && known->second == NumberOrigin::tried;
}

// What an array's length or the number of all threads is as well.
bool is_length(const Launch& launch, std::int64_t value) {
  if (value < 2) return false;
  if (value == static_cast<std::int64_t>(launch.grid.x) * launch.block.x) return true;
  for (const Buffer& buffer : launch.buffers) {
    std::int64_t elements = 1;
    for (const std::int64_t side : buffer.sides) elements *= side;
    if (value == elements || std::find(buffer.sides.begin(), buffer.sides.end(), value) != buffer.sides.end())
      return true;
  }
  return false;
}

// `twice`: all lengths are; else each is a little longer, so that the last block is not filled.
std::optional<Request> resized(const Request& asked, const Launch& launch, const NumberOrigins& origins, bool twice) {
  Request request = asked;
  request.seed = asked.seed + (twice ? 1 : 2);
  const Dimensions block = block_of(launch);
  const auto longer = [&](std::int64_t length, std::int64_t threads) {
    return twice ? 2 * length : length + std::max<std::int64_t>(threads / 2, 1) + 1;
  };
  bool is_other = false;
  if (reading::has_matrices(launch)) {
    const auto [m, n, k] = reading::sides_of(launch);
    const bool is_square = m == n && n == k;
    if (is_tried(origins, "m")) request.m = longer(m, block[1]), is_other = true;
    if (is_tried(origins, "n")) request.n = longer(n, is_square ? block[1] : block[0]), is_other = true;
    if (is_tried(origins, "k")) request.k = longer(k, block[1]), is_other = true;
    return is_other ? std::optional(request) : std::nullopt;
  }
  const std::vector<std::string> names = numbers_of(launch);
  for (std::size_t n = 0; n < names.size(); ++n) {
    if (!is_tried(origins, names[n])) continue;
    const auto value = static_cast<std::int64_t>(launch.numbers[n].value);
    const bool is_whole = static_cast<double>(value) == launch.numbers[n].value && launch.numbers[n].rest == 0;
    const bool grows = is_whole && is_length(launch, value);
    request.numbers[names[n]] = grows ? std::to_string(longer(value, block[0])) : words_of(launch.numbers[n]);
    is_other = is_other || grows;
  }
  if (is_tried(origins, "block_size")) request.block = block;
  if (is_other) return request;
  if (is_tried(origins, "grid_size")) {
    request.grid = grid_of(launch);
    (*request.grid)[0] += twice ? launch.grid.x : 2;
    return request;
  }
  if (!is_tried(origins, "block_size")) return std::nullopt;
  request.block = Dimensions{twice ? 2 * block[0] : std::max<std::int64_t>(block[0] / 2, 1), block[1], block[2]};
  return request;
}

}  // namespace

std::vector<Launch> other_launches(const Request& asked, const Launch& launch, const NumberOrigins& origins) {
  std::vector<Launch> all;
  for (const bool twice : {true, false}) try {
      if (auto request = resized(asked, launch, origins, twice)) {
        request->record = Record::counts;
        all.push_back(recorded_as(plan(*request), launch));
      }
    } catch (const UsageError&) {  // none that there can be
    }
  return all;
}

bool hangs_on_contents(const Launch& launch) {
  if (!launch.program) return false;
  const reading::Uses uses = reading::uses_of(launch.program->prepared->code());
  return std::any_of(uses.arrays.begin(), uses.arrays.end(), [](const reading::ArrayUse& use) {
    return use.finds || use.finds_itself || use.begins || use.ends || use.limits || use.has_none;
  });
}

std::optional<Launch> with_contents_that_meet(const Request& asked, const Launch& launch,
                                              const NumberOrigins& origins) {
  if (!launch.program || reading::has_matrices(launch)) return std::nullopt;
  const machine::Code& code = launch.program->prepared->code();
  const reading::Uses uses = reading::uses_of(code);
  Request request = asked;
  bool meets = false;
  for (std::size_t n = 0; n < launch.buffers.size(); ++n) {
    const Buffer& buffer = launch.buffers[n];
    if (buffer.sides.empty() || !code.arrays[n].is_parameter || !is_tried(origins, buffer.name)) continue;
    const bool leads = uses.arrays[n].finds_changed && buffer.fill != "random";
    meets = meets || leads;
    request.arrays[code.arrays[n].name] =
        fmt::format("{}:{}", fmt::join(buffer.sides, "x"), leads ? "random" : buffer.fill);
  }
  if (!meets) return std::nullopt;
  const std::vector<std::string> names = numbers_of(launch);
  for (std::size_t n = 0; n < names.size(); ++n) request.numbers[names[n]] = words_of(launch.numbers[n]);
  request.grid = grid_of(launch);
  request.block = block_of(launch);
  request.record = Record::counts;
  try {
    return recorded_as(plan(request), launch);
  } catch (const UsageError&) {  // not with these
    return std::nullopt;
  }
}

std::vector<Launch> other_contents(const Request& said, const Launch& launch) {
  std::vector<Launch> all;
  if (!hangs_on_contents(launch)) return all;
  const machine::Code& code = launch.program->prepared->code();
  const reading::Uses uses = reading::uses_of(code);
  for (const std::uint64_t more : {1, 2}) try {
      Request request = said;
      request.seed = said.seed + more;
      request.record = Record::counts;
      for (std::size_t n = 0; n < launch.buffers.size(); ++n) {
        const Buffer& buffer = launch.buffers[n];
        if (buffer.sides.empty() || !code.arrays[n].is_parameter || !code.arrays[n].is_read ||
            buffer.is_left_by_another() || buffer.fill == "zeros")
          continue;
        const bool is_random = more == 1 || uses.arrays[n].finds_changed;
        request.arrays[code.arrays[n].name] =
            fmt::format("{}:{}", fmt::join(buffer.sides, "x"), is_random ? "random" : "ramp");
      }
      all.push_back(recorded_as(plan_said(request, {}), launch));
    } catch (const UsageError&) {  // not with these
    }
  return all;
}

}  // namespace tilescope
