// Finds the paths of a trace: which threads have the same events but for indices and values, and how their indices
// grow from thread to thread and from block to block.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "instrumentation/trace/file/path.h"
#include "instrumentation/trace/trace.h"

namespace tilescope::file {

class PathFinder {
 public:
  explicit PathFinder(const Trace& trace);

  // Number 0 is the path of threads without events.
  [[nodiscard]] const std::vector<Path>& paths() const { return paths_; }
  // Of each thread of the recorded blocks, block after block.
  [[nodiscard]] const std::vector<std::uint32_t>& path_of_thread() const { return path_of_thread_; }

 private:
  struct Sample {
    std::size_t block = 0;
    std::uint32_t thread = 0;
  };
  // The first thread with a path, and the first ones that show how indices grow along each direction.
  struct Samples {
    Sample first;
    std::array<std::optional<Sample>, 4> along;  // thread x, thread y, block x, block y
  };

  [[nodiscard]] std::uint32_t find(const Column& events, std::uint32_t guess_a, std::uint32_t guess_b);
  [[nodiscard]] bool matches(const Column& events, std::uint32_t path) const;
  void add_sample(std::uint32_t path, const Sample& sample);
  void fit(std::uint32_t path);
  void give_hints(std::uint32_t path);
  [[nodiscard]] ThreadPlace place_of(const Sample& sample) const;

  const Trace& trace_;
  std::vector<Path> paths_;
  std::vector<Samples> samples_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash_;
  std::vector<std::uint32_t> path_of_thread_;
};

}  // namespace tilescope::file
