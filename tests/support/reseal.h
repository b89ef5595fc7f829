// Takes trace files apart and puts them together again with valid checksums, to test the code after the checksum tests.
#pragma once

#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "instrumentation/trace/file/layout.h"

namespace tilescope::test {

struct TakenApart {
  struct Chunk {
    file::Entry entry;
    std::vector<file::Byte> stored;
  };
  file::Header header;
  std::vector<Chunk> chunks;
};

inline std::uint64_t table_size(std::size_t chunks) { return chunks * sizeof(file::Entry); }

// Replaces impossible sizes and numbers of chunks by the nearest possible ones.
inline TakenApart take_apart(file::Bytes bytes) {
  TakenApart parts;
  if (bytes.size() < sizeof(file::Header)) return parts;
  std::memcpy(&parts.header, bytes.data(), sizeof parts.header);
  bytes = bytes.subspan(sizeof parts.header);
  const std::size_t count = std::min<std::size_t>(parts.header.chunks, bytes.size() / sizeof(file::Entry));
  file::Bytes table = bytes.last(table_size(count));
  bytes = bytes.first(bytes.size() - table.size());
  for (std::size_t n = 0; n < count; ++n) {
    TakenApart::Chunk& chunk = parts.chunks.emplace_back();
    std::memcpy(&chunk.entry, table.data() + table_size(n), sizeof chunk.entry);
    const bool last = n + 1 == count;
    const std::size_t size = last ? bytes.size() : std::min<std::size_t>(chunk.entry.stored_bytes, bytes.size());
    chunk.stored.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    bytes = bytes.subspan(size);
  }
  return parts;
}

inline std::vector<file::Byte> put_together(TakenApart parts) {
  std::vector<file::Byte> bytes(sizeof parts.header);
  std::vector<file::Entry> table;
  for (TakenApart::Chunk& chunk : parts.chunks) {
    chunk.entry.stored_bytes = static_cast<std::uint32_t>(chunk.stored.size());
    if (chunk.entry.codec == file::Codec::stored) chunk.entry.bytes = chunk.entry.stored_bytes;
    chunk.entry.checksum = file::checksum_of(chunk.stored);
    table.push_back(chunk.entry);
    bytes.insert(bytes.end(), chunk.stored.begin(), chunk.stored.end());
  }
  const auto* const table_bytes = reinterpret_cast<const file::Byte*>(table.data());
  bytes.insert(bytes.end(), table_bytes, table_bytes + table_size(table.size()));
  parts.header.chunks = static_cast<std::uint32_t>(table.size());
  parts.header.file_bytes = bytes.size();
  parts.header.table_checksum = file::checksum_of({table_bytes, table_size(table.size())});
  const auto* const header_bytes = reinterpret_cast<const file::Byte*>(&parts.header);
  parts.header.checksum = file::checksum_of({header_bytes, offsetof(file::Header, checksum)});
  std::memcpy(bytes.data(), &parts.header, sizeof parts.header);
  return bytes;
}

// A chunk that is small in the file, but large once decompressed.
inline TakenApart::Chunk packed_chunk(file::Section section, file::Bytes bytes) {
  TakenApart::Chunk chunk;
  chunk.entry.section = section;
  chunk.entry.codec = file::Codec::zstd;
  chunk.entry.flags = file::needed;
  chunk.entry.bytes = static_cast<std::uint32_t>(bytes.size());
  chunk.stored.resize(ZSTD_compressBound(bytes.size()));
  chunk.stored.resize(ZSTD_compress(chunk.stored.data(), chunk.stored.size(), bytes.data(), bytes.size(), 3));
  return chunk;
}

inline std::vector<file::Byte> resealed(file::Bytes bytes) { return put_together(take_apart(bytes)); }

// The same file without compression: a byte that changes in the file is a byte that a section's reader reads.
inline std::vector<file::Byte> uncompressed(file::Bytes bytes) {
  TakenApart parts = take_apart(bytes);
  for (TakenApart::Chunk& chunk : parts.chunks) {
    if (chunk.entry.codec != file::Codec::zstd) continue;
    std::vector<file::Byte> plain(chunk.entry.bytes);
    if (ZSTD_decompress(plain.data(), plain.size(), chunk.stored.data(), chunk.stored.size()) != plain.size()) continue;
    chunk.stored = plain;
    chunk.entry.codec = file::Codec::stored;
  }
  return put_together(parts);
}

}  // namespace tilescope::test
