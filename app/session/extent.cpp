#include "app/session/extent.h"

#include <algorithm>
#include <string>

#include "instrumentation/host.h"
#include "kernels/beside.h"

namespace tilescope {

namespace {

// A multiply-add is two loads and a sum, and there is a little beside that.
constexpr double events_of_product = 3.5;
constexpr double most_events = in_browser ? 24e6 : 64e6;  // of 16 bytes at most; analyses take some seconds
constexpr double usual_events = 8e6;                      // of a window that nobody chose
constexpr double most_on_a_cpu = 1.2e9;                   // that are only counted

// The blocks of another grid that lie where these do.
BlockRange moved(const BlockRange& range, const Size2& from, const Size2& to) {
  const auto at = [](unsigned place, unsigned of, unsigned in) {
    return static_cast<unsigned>(std::uint64_t{place} * in / of);
  };
  const auto last = [&](unsigned place, unsigned of, unsigned in) {
    return std::min(std::max(at(place + 1, of, in), 1U) - 1, in - 1);
  };
  const unsigned y0 = at(range.y0, from.y, to.y), x0 = at(range.x0, from.x, to.x);
  return {y0, x0, std::max(y0, last(range.y1, from.y, to.y)), std::max(x0, last(range.x1, from.x, to.x))};
}

}  // namespace

double events_of(const Launch& launch) { return events_of_product * launch.least_events; }

double events_of_block(const Launch& launch) { return events_of(launch) / static_cast<double>(launch.grid.count()); }

Launch plan_to_show(const Request& request, Inputs inputs) {
  if (request.record || !request.window.empty()) return plan(request, inputs);
  Request shape = request;
  shape.record = Record::counts;  // so that it is not refused for what a full trace would take
  Launch launch = plan(shape, inputs);
  launch.record = Record::full;
  if (events_of(launch) <= most_events) return launch;
  launch.record = Record::window;
  launch.window = blocks_around(launch, 0, 4 * events_of_block(launch) <= usual_events ? 2 : 1);
  return launch;
}

Launch plan_beside(const Request& request, std::string_view kernel, const Launch& launch) {
  Request other = request;
  other.window.clear();
  other.record = Record::counts;
  Launch beside = launch_beside(other, kernel, launch);
  beside.record = launch.record;
  for (const BlockRange& range : launch.window) beside.window.push_back(moved(range, launch.grid, beside.grid));
  return beside;
}

void leave_out_rest(Launch& launch, const Request& request) {
  if (launch.record == Record::window && !request.record && events_of(launch) > most_on_a_cpu)
    launch.record = Record::blocks;
}

std::vector<BlockRange> blocks_around(const Launch& launch, std::size_t block, unsigned side) {
  side = std::max(side, 1U);
  while (side > 1 && events_of_block(launch) * side * side > most_events) side /= 2;
  const auto range = [side](unsigned at, unsigned of) {
    const unsigned count = std::min(side, of), before = (count - 1) / 2;
    const unsigned first = std::min(at - std::min(at, before), of - count);
    return std::pair(first, first + count - 1);
  };
  const auto [y0, y1] = range(static_cast<unsigned>(block / launch.grid.x), launch.grid.y);
  const auto [x0, x1] = range(static_cast<unsigned>(block % launch.grid.x), launch.grid.x);
  return {{y0, x0, y1, x1}};
}

unsigned side_of_window(const Launch& launch) {
  if (launch.record == Record::full || launch.window.empty()) return 0;
  const BlockRange& first = launch.window.front();
  return std::max(first.y1 - first.y0, first.x1 - first.x0) + 1;
}

}  // namespace tilescope
