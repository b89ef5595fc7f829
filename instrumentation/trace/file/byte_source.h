// Random access to bytes of a file or of memory.
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
  // True if all `count` bytes could be read.
  [[nodiscard]] virtual bool read(std::uint64_t offset, void* to, std::size_t count) const = 0;
};

// Opens the file read-only. Throws a TraceFileError if that fails, or if it is not a plain file.
[[nodiscard]] std::unique_ptr<ByteSource> open_source(const std::string& path);
// A source over memory that outlives it.
[[nodiscard]] std::unique_ptr<ByteSource> source_of(Bytes bytes);

}  // namespace tilescope::file
