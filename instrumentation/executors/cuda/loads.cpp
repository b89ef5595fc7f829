#include "instrumentation/executors/cuda/loads.h"

#include <algorithm>

#include "instrumentation/executors/cuda/compiled.h"

namespace tilescope::cuda {

void add_loads(const AddLoads& job) {
  if (job.blocks == 0) return;
  constexpr unsigned most_rows = 64, lanes = 32;
  const unsigned rows = std::min(job.events.capacity, most_rows);
  const unsigned wide = std::min((job.events.threads + lanes - 1) / lanes * lanes, 256U);
  if (rows > 0) start(own_function("loads", "add_up"), {job.blocks, rows}, {wide}, 0, "starting to add up loads", job);
}

void merge_loads(const MergeLoads& job) {
  const std::uint64_t columns = (job.columns + job.side - 1) / job.side;
  const std::uint64_t cells = columns * ((job.rows + job.side - 1) / job.side);
  constexpr unsigned threads = 128;
  start(own_function("loads", "merge"), {static_cast<unsigned>((cells + threads - 1) / threads)}, {threads}, 0,
        "starting to merge loads", job, columns, cells);
}

}  // namespace tilescope::cuda
