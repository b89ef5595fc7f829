// Finds the paths of a trace: which threads have the same events except for indices and values, and how their indices
// grow from thread to thread and from block to block.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "instrumentation/trace/file/path.h"
#include "instrumentation/trace/trace.h"

namespace tilescope::file {

class PathFinder {
 public:
  explicit PathFinder(const Trace& trace);

  [[nodiscard]] const Paths& paths() const { return paths_; }
  // For each thread of the recorded blocks, block after block.
  [[nodiscard]] const std::vector<std::uint32_t>& path_of_thread() const { return path_of_thread_; }

 private:
  struct Sample {
    std::size_t block = 0;
    std::uint32_t thread = 0;
  };
  // The first thread with a path, and the first threads that show how indices grow in each direction.
  struct Samples {
    Sample first;
    std::array<std::optional<Sample>, 4> along;  // thread x, thread y, block x, block y
  };

  [[nodiscard]] std::uint32_t path_of(const LanesRecord& record, std::uint32_t lane);
  [[nodiscard]] std::uint32_t own_path_of(const LanesRecord& record, std::uint32_t lane);
  [[nodiscard]] std::uint32_t number_of(std::uint32_t site);
  [[nodiscard]] std::uint32_t find();
  void add_sample(std::uint32_t path, const Sample& sample);
  void fit(std::uint32_t path);
  template <class Word>
  void give_hints(std::uint32_t path);
  [[nodiscard]] ThreadPlace place_of(const Sample& sample) const;

  const Trace& trace_;
  Paths paths_;
  std::vector<Samples> samples_;
  std::vector<std::uint32_t> numbers_;  // for each site of the trace, its number in the paths' table
  std::map<std::array<std::uint32_t, 4>, std::uint32_t> by_site_;  // numbers in that table
  std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> by_segments_;  // for the record in progress
  std::vector<std::uint32_t> segments_;                              // of one thread,
  std::vector<Common> commons_;                                      // and its events, with numbers of the paths' table
  std::vector<std::uint32_t> path_of_thread_;
};

}  // namespace tilescope::file
