// Bytes that are read here and there: a file's, or those of a piece of memory.
#pragma once

#include <memory>
#include <string>

#include "instrumentation/trace/file/layout.h"

namespace tilescope::file {

class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  [[nodiscard]] virtual std::uint64_t size() const = 0;
  // Whether all `count` bytes could be read.
  [[nodiscard]] virtual bool read(std::uint64_t offset, void* to, std::size_t count) const = 0;
};

// Opens for reading alone. A TraceFileError where that fails, or where it is not a plain file.
[[nodiscard]] std::unique_ptr<ByteSource> open_source(const std::string& path);
// Of memory that outlives it.
[[nodiscard]] std::unique_ptr<ByteSource> source_of(Bytes bytes);

}  // namespace tilescope::file
