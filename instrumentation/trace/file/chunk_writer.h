// Writes a trace file's frame: header, compressed chunks with their checksums, and the table that lists them.
#pragma once

#include <cstring>
#include <map>
#include <memory>
#include <string_view>
#include <type_traits>
#include <vector>

#include "instrumentation/trace/file/layout.h"
#include "instrumentation/trace/file/replacing_file.h"

struct ZSTD_CCtx_s;

namespace tilescope::file {

class ChunkWriter {
 public:
  explicit ChunkWriter(ReplacingFile& file);

  // Writes one chunk, compressed where that helps. Returns its index in the table.
  std::size_t add(Section section, std::uint8_t flags, Bytes bytes);
  [[nodiscard]] Entry& entry(std::size_t chunk) { return entries_[chunk]; }
  // Writes the table and finally the header. Returns the size of the file.
  std::uint64_t finish();

 private:
  struct Free {
    void operator()(ZSTD_CCtx_s* context) const;
  };
  // True if `bytes` may shrink to `packed`: readers hold a whole section, unless they read it block by block.
  [[nodiscard]] bool may_pack(Section section, std::uint64_t bytes, std::uint64_t packed);

  ReplacingFile& file_;
  std::unique_ptr<ZSTD_CCtx_s, Free> context_;
  std::vector<Byte> packed_;
  std::vector<Entry> entries_;
  std::map<Section, std::uint64_t> written_;  // bytes of each section so far
  std::uint64_t end_ = sizeof(Header);
};

// Gathers the content of a section and cuts it into chunks.
class SectionWriter {
 public:
  static constexpr std::size_t chunk_bytes = std::size_t{1} << 20;

  SectionWriter(ChunkWriter& chunks, Section section, std::uint8_t flags = needed)
      : chunks_(chunks), section_(section), flags_(flags) {}

  template <class Number>
  requires std::is_integral_v<Number>
  void number(Number n) { bytes(&n, sizeof n); }
  // Seven bits a byte, the low ones first; the last byte has its highest bit clear.
  void varint(std::uint64_t n) {
    while (n > 0x7f) {
      buffer_.push_back(static_cast<Byte>(n | 0x80));
      n >>= 7;
    }
    buffer_.push_back(static_cast<Byte>(n));
    if (buffer_.size() >= chunk_bytes) cut();
  }
  void string(std::string_view text) {
    varint(text.size());
    bytes(text.data(), text.size());
  }
  void bytes(const void* from, std::size_t count);

  [[nodiscard]] std::size_t buffered() const { return buffer_.size(); }
  void drop() { buffer_.clear(); }
  // Ends a run of chunks. The table entry of its first chunk gets these counts.
  void flush(std::uint32_t blocks = 0, std::uint64_t events = 0);

 private:
  void cut();  // writes out full chunks

  ChunkWriter& chunks_;
  Section section_;
  std::uint8_t flags_;
  std::vector<Byte> buffer_;
  std::size_t first_ = no_chunk;  // of the current run
  static constexpr std::size_t no_chunk = ~std::size_t{0};
};

}  // namespace tilescope::file
