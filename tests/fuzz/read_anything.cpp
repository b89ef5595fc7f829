// Any bytes are read as a trace file. They may be refused, by the one error there is for that.
#include <sanitizer/allocator_interface.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "instrumentation/trace/file/trace_file.h"
#include "tests/fuzz/harness.h"
#include "tests/support/reseal.h"

namespace tilescope::fuzz {

namespace {

constexpr std::uint64_t always_justified = std::uint64_t{64} << 20;

std::atomic<std::uint64_t> limit = ~std::uint64_t{0};  // of one allocation
std::atomic<std::uint64_t> largest = 0;

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "read_anything: %s\n", what);
  std::abort();
}

void watch_allocation(const volatile void*, std::size_t bytes) {
  if (bytes > largest) largest = bytes;
  if (bytes <= limit) return;
  limit = ~std::uint64_t{0};
  std::fprintf(stderr, "read_anything: an allocation of %zu bytes\n", bytes);
  std::abort();
}
void watch_free(const volatile void*) {}

void tell_largest() {
  if (std::getenv("TILESCOPE_FUZZ_LARGEST") != nullptr)
    std::fprintf(stderr, "read_anything: the largest allocation had %llu bytes\n",
                 static_cast<unsigned long long>(largest.load()));
}

void require_same(const Column& a, const Column& b) {
  if (a.size() != b.size()) fail("a block that is read alone has other events");
  for (std::uint32_t n = 0; n < a.size(); ++n) {
    const Event x = a[n], y = b[n];
    if (x.index != y.index || x.origin != y.origin || x.bits != y.bits || x.site != y.site || !(*x.at == *y.at))
      fail("a block that is read alone has other events");
  }
}

void read(file::Bytes bytes) {
  static const auto pool = std::make_shared<EventPool>(8);
  const LoadOptions how{always_justified + 8 * bytes.size(), pool};
  try {
    const TraceFile file("input.tsc", bytes);
    const Trace trace = file.load(how);
    if (trace.block_count() == 0) return;
    for (const std::size_t n : {trace.block_count() / 2, trace.block_count() - 1}) {
      const LoadedBlock block = file.block(n, how);
      if (block.block.recorded() != trace.block(n).recorded()) fail("a block that is read alone is another");
      if (!block.block.recorded()) continue;
      for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread)
        require_same(block.events(thread), trace.events(n, thread));
    }
  } catch (const TraceFileError& error) {
    if (error.place().part.empty() || error.place().offset > bytes.size()) fail("an error that names no place");
  }
}

}  // namespace

void try_input(std::span<const unsigned char> bytes) {
  static const bool watched = [] {
    std::atexit(tell_largest);
    return __sanitizer_install_malloc_and_free_hooks(watch_allocation, watch_free) != 0;
  }();
  if (!watched) fail("allocations cannot be watched");
  const std::vector<file::Byte> sealed = test::resealed(bytes);
  limit = always_justified + 8 * bytes.size();
  read(bytes);
  read(sealed);
  limit = ~std::uint64_t{0};
}

}  // namespace tilescope::fuzz
