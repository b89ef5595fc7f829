#include "app/tasks/task.h"

#include <fmt/format.h>
#include <xxhash.h>

#include "instrumentation/launching/request/request_fields.h"

namespace tilescope::tasks {

std::string Task::version() const {
  std::string all = kernel.text;
  for (const Written& each : keep) all += '\n' + each.text;
  for (const Written& each : lines) all += '\n' + each.text;
  for (const TaskLaunch& launch : launches) all += '\n' + written(launch.request);
  for (const Goal& goal : goals) all += '\n' + goal.that.text;
  all += '\n' + race.text;
  return fmt::format("{:08x}", static_cast<std::uint32_t>(XXH3_64bits(all.data(), all.size()) & 0xffffffff));
}

}  // namespace tilescope::tasks
