// Trace files for tests: where they are written, and whether two traces are completely the same.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "instrumentation/trace/file/trace_file.h"
#include "tests/support/built_trace.h"
#include "tests/support/launches.h"

namespace tilescope::test {

// A folder for this process, initially empty.
inline std::filesystem::path fresh_folder(const std::string& name) {
  const std::filesystem::path folder = std::filesystem::path(TILESCOPE_SCRATCH) / name;
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

using FileBytes = std::vector<std::uint8_t>;

inline FileBytes read_bytes(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_bytes(const std::filesystem::path& path, const FileBytes& bytes) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

inline bool same_launch(const Launch& a, const Launch& b) {
  return a.kernel == b.kernel && a.tile == b.tile && a.grid == b.grid && a.block == b.block &&
         a.dynamic_shared_bytes == b.dynamic_shared_bytes && a.schedule == b.schedule && a.record == b.record &&
         a.window == b.window && a.out_of_bounds == b.out_of_bounds && a.grid_depth == b.grid_depth &&
         a.block_depth == b.block_depth && a.buffers == b.buffers && a.numbers == b.numbers && a.meaning == b.meaning;
}

// Compares clocks and columns, too.
inline bool same_event(const Event& a, const Event& b) {
  return a.index == b.index && a.origin == b.origin && a.bits == b.bits && a.second == b.second && *a.at == *b.at;
}

inline bool same_columns(const Column& a, const Column& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), same_event);
}

// The first difference, clocks included; empty if there is none.
inline std::string difference(const Trace& a, const Trace& b) {
  if (!same_launch(a.launch(), b.launch())) return "the launch";
  if (a.kernel_text() != b.kernel_text()) return "the text";
  if (a.printed() != b.printed()) return "what was printed";
  if (a.said() != b.said()) return "who printed what";
  if (a.executor() != b.executor() || a.backend() != b.backend()) return "the executor";
  if (a.arrays().size() != b.arrays().size()) return "the arrays";
  for (std::size_t n = 0; n < a.arrays().size(); ++n)
    if (a.arrays()[n].name != b.arrays()[n].name || a.arrays()[n].space != b.arrays()[n].space ||
        a.arrays()[n].sides != b.arrays()[n].sides || a.arrays()[n].number != b.arrays()[n].number ||
        a.arrays()[n].element_bytes != b.arrays()[n].element_bytes)
      return "array " + std::to_string(n);
  for (std::size_t n = 0; n < a.arrays().size(); ++n)
    if (!std::ranges::equal(a.left(n), b.left(n))) return "what was left in " + a.arrays()[n].name;
  if (a.fault().has_value() != b.fault().has_value()) return "the fault";
  if (a.fault()) {
    const Fault &x = *a.fault(), &y = *b.fault();
    if (x.kind != y.kind || x.block_y != y.block_y || x.block_x != y.block_x || x.message != y.message)
      return "the fault";
    if (x.threads.size() != y.threads.size()) return "the fault's threads";
    for (std::size_t n = 0; n < x.threads.size(); ++n)
      if (x.threads[n].thread_y != y.threads[n].thread_y || x.threads[n].thread_x != y.threads[n].thread_x ||
          x.threads[n].line != y.threads[n].line)
        return "the fault's threads";
  }
  if (a.block_count() != b.block_count()) return "the number of blocks";
  for (std::size_t block = 0; block < a.block_count(); ++block) {
    const BlockTrace &x = a.block(block), &y = b.block(block);
    const std::string name = "block " + std::to_string(block);
    if (x.recorded() != y.recorded() || x.lost != y.lost || x.tallies != y.tallies) return name;
    if (!x.recorded()) continue;
    for (std::uint32_t thread = 0; thread < a.threads_per_block(); ++thread)
      if (!same_columns(a.events(block, thread), b.events(block, thread)))
        return name + ", thread " + std::to_string(thread);
  }
  return "";
}

// A copy of a trace in which `change(block, thread, number, event)` was applied to each event.
template <class Change>
Trace edited(const Trace& trace, const Change& change, Trace::Parts parts = {}) {
  SiteTable sites;
  EventMemory memory(std::make_shared<EventPool>(0));
  parts.launch = trace.launch();
  parts.kernel_text = trace.kernel_text();
  if (parts.executor.empty()) parts.executor = trace.executor();
  parts.arrays = trace.arrays();
  for (std::size_t n = 0; n < trace.arrays().size(); ++n)
    parts.left.emplace_back(std::vector<std::byte>(trace.left(n).begin(), trace.left(n).end()));
  parts.fault = trace.fault();
  for (std::size_t block = 0; block < trace.block_count(); ++block) {
    BlockTrace& copy = parts.blocks.emplace_back(trace.block(block));
    if (!copy.recorded()) continue;
    BuiltBlock threads(trace.threads_per_block());
    for (std::uint32_t thread = 0; thread < threads.size(); ++thread)
      for (const Event& event : trace.events(block, thread)) {
        const auto number = static_cast<std::uint32_t>(threads[thread].size());
        change(block, thread, number, threads[thread].emplace_back(packed(event)));
      }
    copy.record = built_record(threads, sites, memory);
    copy.first_lane = 0;
  }
  parts.sites = sites.take();
  parts.slabs = memory.take_slabs();
  return Trace(std::move(parts));
}

// The trace as a GPU would have recorded it: with clocks and the GPU's name.
inline Trace as_of_a_gpu(const Trace& trace) {
  Trace::Parts parts;
  parts.executor = "NVIDIA H200";
  parts.backend = Backend::cuda;
  std::uint32_t ticks = 0xfffff000;  // close to overflow, as happens to a clock from time to time
  return edited(
      trace,
      [&](std::size_t, std::uint32_t thread, std::uint32_t number, PackedEvent& event) {
        if (event.is_barrier()) event.value = std::bit_cast<float>(ticks += 3 * number + thread % 32);
      },
      std::move(parts));
}

// The trace after it was saved to a file and loaded again.
inline Trace through_a_file(const Trace& trace, const std::filesystem::path& path) {
  save(trace, path.string());
  return TraceFile(path.string()).load();
}

}  // namespace tilescope::test
