// Makes the fuzzers' seed corpus in the folder that is named: small traces of real recordings, as they are saved and
// with nothing compressed.
#include <cstdio>
#include <filesystem>

#include "tests/support/odd_trace.h"
#include "tests/support/reseal.h"

namespace tilescope::test {
namespace {

namespace fs = std::filesystem;

class Seeds {
 public:
  explicit Seeds(fs::path folder) : folder_(std::move(folder)) { fs::create_directories(folder_); }

  void add(const Trace& trace) {
    const fs::path path = folder_ / (std::to_string(count_++) + ".tsc");
    save(trace, path.string());
    write_bytes(folder_ / (std::to_string(count_++) + ".tsc"), uncompressed(read_bytes(path)));
  }
  void add(const FileBytes& bytes) { write_bytes(folder_ / (std::to_string(count_++) + ".tsc"), bytes); }
  [[nodiscard]] fs::path last() const { return folder_ / (std::to_string(count_ - 2) + ".tsc"); }
  [[nodiscard]] int count() const { return count_; }

 private:
  fs::path folder_;
  int count_ = 0;
};

Trace run_odd(const std::string& name, OutOfBounds rule = OutOfBounds::poison) {
  RecordOptions how;
  how.cores = 1;
  how.memory = 1 << 24;
  Launch l = square(odd_kernel(name), 4, {2, 2}, {2, 1});
  l.out_of_bounds = rule;
  l.schedule = {Schedule::Kind::random, 5};
  return make_cpu_executor()->record(odd_kernel(name), l, how);
}

int make(const fs::path& folder) {
  Seeds seeds(folder);
  for (const char* const kernel : {"naive", "tiled", "tiled_bounded"}) {
    seeds.add(record(launch(kernel, 2, 2, 2, 2)));
    seeds.add(record(launch(kernel, 4, 4, 2, 2, "identity")));
    Launch l = launch(kernel, 4, 2, 4, 1);
    l.record = Record::counts;
    seeds.add(record(l));
  }
  seeds.add(record(launch("single_block", 2, 3, 2, 3)));
  seeds.add(record(launch("tiled_bounded", 3, 3, 3, 2, "random")));
  seeds.add(bomb_of_threads(read_bytes(seeds.last())));
  seeds.add(as_of_a_gpu(record(launch("tiled", 2, 2, 2, 2))));
  seeds.add(small_trace());
  seeds.add(trace_of_any_arrays());
  for (const char* const name : {"all_store_one_cell", "no_barrier", "writes_a", "two_barriers"})
    seeds.add(run_odd(name));
  for (const OutOfBounds rule : {OutOfBounds::zero, OutOfBounds::stale, OutOfBounds::touch})
    seeds.add(run_odd("strays", rule));
  std::printf("%d seeds in %s\n", seeds.count(), folder.c_str());
  return 0;
}

}  // namespace
}  // namespace tilescope::test

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_seeds FOLDER\n");
    return 2;
  }
  return tilescope::test::make(argv[1]);
}
