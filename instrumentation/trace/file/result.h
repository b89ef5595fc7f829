// The final contents of a launch's arrays: the differences from what the blocks' stores leave in them, or all bytes.
#pragma once

#include <functional>
#include <vector>

#include "instrumentation/trace/file/chunk_reader.h"
#include "instrumentation/trace/file/chunk_writer.h"
#include "instrumentation/trace/trace.h"

namespace tilescope::file {

using Left = std::vector<std::vector<std::byte>>;  // by array; empty if unknown

// The contents of an array before any store, if it is small enough to be rebuilt from the stores; else empty.
[[nodiscard]] std::vector<std::byte> before_stores(const Launch& launch, const std::vector<ArrayInfo>& arrays,
                                                   std::size_t array);

// In `predicted`, an array that is not followed is empty.
void write_left(const Trace& trace, const Left& predicted, SectionWriter& out);

class LeftReader {
 public:
  // `take` is called with the number of bytes before each allocation.
  LeftReader(SectionReader in, const Launch& launch, const std::vector<ArrayInfo>& arrays,
             const std::function<void(std::uint64_t bytes)>& take);
  // The initial contents of the arrays whose stores have to be followed; the other arrays are empty.
  [[nodiscard]] Left& followed() { return left_; }
  // Call after all stores.
  [[nodiscard]] Left take();

 private:
  SectionReader in_;
  Left left_;
  std::vector<std::size_t> listed_;
  std::vector<std::uint64_t> bytes_;  // of each listed array
};

// C in versions 1 and 2: floats, initially zero.
class OldResultReader {
 public:
  OldResultReader(SectionReader in, std::uint64_t elements, const ArrayInfo& c, std::size_t array,
                  const std::vector<ArrayInfo>& arrays);
  [[nodiscard]] Left& followed() { return left_; }
  [[nodiscard]] Left take();

 private:
  SectionReader in_;
  const ArrayInfo& info_;
  std::size_t array_;
  std::uint64_t elements_;
  Left left_;
};

}  // namespace tilescope::file
