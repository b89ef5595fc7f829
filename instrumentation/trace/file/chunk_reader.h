// Reads a trace file's frame: checks header and table, and returns each section's verified bytes, chunk by chunk.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "instrumentation/trace/file/byte_source.h"
#include "instrumentation/trace/file/layout.h"
#include "instrumentation/trace/file/trace_file_error.h"

struct ZSTD_DCtx_s;

namespace tilescope::file {

// True if this program reads sections of this kind.
[[nodiscard]] bool is_read(Section section);

class ChunkReader {
 public:
  // Reads the header and the table. `path` is for messages.
  ChunkReader(std::string path, std::unique_ptr<ByteSource> source);
  ~ChunkReader();

  [[nodiscard]] std::uint16_t version() const { return version_; }
  [[nodiscard]] std::uint64_t file_bytes() const { return source_->size(); }
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  [[nodiscard]] std::vector<std::size_t> chunks_of(Section section) const;

  void read(std::size_t chunk, std::vector<Byte>& bytes) const;
  // Checks a chunk that is not otherwise read against the table.
  void verify(std::size_t chunk) const;

  [[nodiscard]] TraceFileError error(std::size_t chunk, const std::string& what) const;
  [[nodiscard]] TraceFileError header_error(const std::string& what) const;
  [[nodiscard]] TraceFileError table_error(std::size_t chunk, const std::string& what) const;

 private:
  void read_header();
  void read_table();
  void check(const Entry& entry, std::size_t chunk) const;
  void read_stored(std::size_t chunk, std::vector<Byte>& bytes) const;

  std::string path_;
  std::unique_ptr<ByteSource> source_;
  std::unique_ptr<ZSTD_DCtx_s, void (*)(ZSTD_DCtx_s*)> context_;
  std::uint16_t version_ = newest_version;
  std::uint64_t table_offset_ = 0;
  std::vector<Entry> entries_;
  std::vector<std::uint64_t> offsets_;  // of each chunk
  mutable std::vector<Byte> packed_;
};

// The bytes of several chunks in sequence; at most one chunk is in memory.
class SectionReader {
 public:
  SectionReader(const ChunkReader& file, std::vector<std::size_t> chunks);

  template <class Number>
  requires std::is_integral_v<Number>
  [[nodiscard]] Number number() {
    Number n;
    bytes(&n, sizeof n);
    return n;
  }
  [[nodiscard]] std::uint64_t varint();
  // Reads a varint of at most `most`; `what` names it.
  [[nodiscard]] std::uint64_t varint(std::uint64_t most, const char* what);
  [[nodiscard]] std::string string();
  void bytes(void* to, std::size_t count);

  // The number of bytes left, according to the table.
  [[nodiscard]] std::uint64_t left() const { return later_ + (buffer_.size() - next_); }
  // Reads the number of items that follow, each of at least `item_bytes`. The rest of the section must hold them.
  [[nodiscard]] std::size_t count(std::uint64_t item_bytes, const char* what);
  void require_end();
  [[noreturn]] void refuse(const std::string& what) const;

 private:
  void next_chunk();

  const ChunkReader& file_;
  std::vector<std::size_t> chunks_;
  std::size_t chunk_ = 0;    // index of the next chunk
  std::uint64_t later_ = 0;  // bytes in chunks not yet read
  std::vector<Byte> buffer_;
  std::size_t next_ = 0;
};

inline std::uint64_t SectionReader::varint() {
  std::uint64_t n = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (next_ == buffer_.size()) next_chunk();
    const Byte byte = buffer_[next_++];
    n |= std::uint64_t{byte & 0x7fU} << shift;
    if (byte < 0x80) return n;
  }
  refuse("a number that does not end");
}

}  // namespace tilescope::file
