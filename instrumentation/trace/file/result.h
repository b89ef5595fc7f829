// C, as the launch left it: where it differs from what the blocks' stores make of it, or the whole.
#pragma once

#include <vector>

#include "instrumentation/trace/file/chunk_reader.h"
#include "instrumentation/trace/file/chunk_writer.h"
#include "instrumentation/trace/launch.h"

namespace tilescope::file {

// Whether C is small enough to be made from the stores alone.
[[nodiscard]] bool is_followed(const Launch& launch);

// `predicted` is empty where C is not followed.
void write_result(const std::vector<float>& c, const std::vector<float>& predicted, SectionWriter& out);

class ResultReader {
 public:
  ResultReader(SectionReader in, const Launch& launch);
  // All zero, or already as it should be.
  [[nodiscard]] std::vector<float>& c() { return c_; }
  [[nodiscard]] bool needs_stores() const { return needs_stores_; }
  // After all stores.
  void put_right();

 private:
  SectionReader in_;
  bool needs_stores_ = false;
  std::vector<float> c_;
};

}  // namespace tilescope::file
