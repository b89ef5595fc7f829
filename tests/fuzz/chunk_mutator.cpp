// How libFuzzer changes trace files: chunk by chunk, so that one change does not move all that follows.
#include <cstdint>
#include <cstring>
#include <random>

#include "tests/support/reseal.h"

using tilescope::file::Byte;
using tilescope::file::Bytes;

// Named by libFuzzer.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" std::size_t LLVMFuzzerMutate(Byte* data, std::size_t size, std::size_t max_size);

extern "C" std::size_t LLVMFuzzerCustomMutator(Byte* data, std::size_t size, std::size_t max_size, unsigned seed) {
  std::minstd_rand random(seed);
  tilescope::test::TakenApart parts = tilescope::test::take_apart(Bytes(data, size));
  if (parts.chunks.empty() || random() % 16 == 0) return LLVMFuzzerMutate(data, size, max_size);
  auto& chunk = parts.chunks[random() % parts.chunks.size()];
  if (random() % 8 == 0) {
    LLVMFuzzerMutate(reinterpret_cast<Byte*>(&chunk.entry), sizeof chunk.entry, sizeof chunk.entry);
  } else if (random() % 32 == 0) {
    parts.chunks.insert(parts.chunks.begin() + static_cast<std::ptrdiff_t>(random() % parts.chunks.size()), chunk);
  } else if (random() % 32 == 0 && parts.chunks.size() > 1) {
    parts.chunks.erase(parts.chunks.begin() + static_cast<std::ptrdiff_t>(random() % parts.chunks.size()));
  } else {
    const std::size_t others = size < chunk.stored.size() ? 0 : size - chunk.stored.size();
    const std::size_t most = max_size > others + 64 ? max_size - others - 64 : chunk.stored.size();
    const std::size_t before = chunk.stored.size();
    chunk.stored.resize(std::max<std::size_t>({before, most, 1}));
    chunk.stored.resize(LLVMFuzzerMutate(chunk.stored.data(), before, chunk.stored.size()));
  }
  const std::vector<Byte> whole = tilescope::test::put_together(parts);
  if (whole.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, whole.data(), whole.size());
  return whole.size();
}
// NOLINTEND(readability-identifier-naming)
