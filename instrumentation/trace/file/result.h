// The results of a launch in its arrays: where it differs from what the blocks' stores make of them, or the whole.
#pragma once

#include <functional>
#include <vector>

#include "instrumentation/trace/file/chunk_reader.h"
#include "instrumentation/trace/file/chunk_writer.h"
#include "instrumentation/trace/trace.h"

namespace tilescope::file {

using Left = std::vector<std::vector<std::byte>>;  // by array; nothing if it is not known

// What an array holds before any store, where it is small enough to be made from the stores alone; else nothing.
[[nodiscard]] std::vector<std::byte> before_stores(const Launch& launch, const std::vector<ArrayInfo>& arrays,
                                                   std::size_t array);

// What `predicted` has for an array is nothing if it is not followed.
void write_left(const Trace& trace, const Left& predicted, SectionWriter& out);

class LeftReader {
 public:
  // `take` is told of the memory that it takes.
  LeftReader(SectionReader in, const Launch& launch, const std::vector<ArrayInfo>& arrays,
             const std::function<void(std::uint64_t bytes)>& take);
  // Those whose stores are to be followed are as they begin; the others are empty.
  [[nodiscard]] Left& followed() { return left_; }
  // After all stores.
  [[nodiscard]] Left take();

 private:
  SectionReader in_;
  Left left_;
  std::vector<std::size_t> listed_;
  std::vector<std::uint64_t> bytes_;  // of each array that is listed
};

// C of versions 1 and 2: floats, which begin as zeros.
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
