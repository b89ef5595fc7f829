#include "instrumentation/trace/file/chunk_writer.h"

#include <zstd.h>

#include <algorithm>
#include <new>

#include "instrumentation/error.h"

namespace tilescope::file {

namespace {

constexpr int level = 3;

template <class Plain>
Bytes bytes_of(const Plain& plain) {
  return {reinterpret_cast<const Byte*>(&plain), sizeof plain};
}

}  // namespace

void ChunkWriter::Free::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }

ChunkWriter::ChunkWriter(ReplacingFile& file) : file_(file), context_(ZSTD_createCCtx()) {
  if (!context_) throw std::bad_alloc();
  file_.append(bytes_of(Header{}));  // reserves its place; finish() fills it in
}

bool ChunkWriter::may_pack(Section section, std::uint64_t bytes, std::uint64_t packed) {
  if (section == Section::blocks || section == Section::clocks) return true;
  if (section == Section::room) return false;
  return written_[section] + bytes <= freely_packed_bytes || packed * most_packed >= bytes;
}

std::size_t ChunkWriter::add(Section section, std::uint8_t flags, Bytes bytes) {
  packed_.resize(ZSTD_compressBound(bytes.size()));
  const std::size_t packed =
      ZSTD_compressCCtx(context_.get(), packed_.data(), packed_.size(), bytes.data(), bytes.size(), level);
  if (ZSTD_isError(packed) != 0) throw Error(std::string("zstd: ") + ZSTD_getErrorName(packed));
  Entry entry{.section = section, .flags = flags, .bytes = static_cast<std::uint32_t>(bytes.size())};
  Bytes stored = bytes;
  if (packed < bytes.size() && may_pack(section, bytes.size(), packed)) {
    entry.codec = Codec::zstd;
    stored = Bytes(packed_.data(), packed);
  }
  entry.stored_bytes = static_cast<std::uint32_t>(stored.size());
  entry.checksum = checksum_of(stored);
  file_.append(stored);
  end_ += stored.size();
  written_[section] += bytes.size();
  entries_.push_back(entry);
  return entries_.size() - 1;
}

std::uint64_t ChunkWriter::finish() {
  const Bytes table(reinterpret_cast<const Byte*>(entries_.data()), entries_.size() * sizeof(Entry));
  file_.append(table);
  Header header;
  header.chunks = static_cast<std::uint32_t>(entries_.size());
  header.file_bytes = end_ + table.size();
  header.table_checksum = checksum_of(table);
  header.checksum = checksum_of(bytes_of(header).first(offsetof(Header, checksum)));
  file_.write_at(0, bytes_of(header));
  return header.file_bytes;
}

void SectionWriter::bytes(const void* from, std::size_t count) {
  const auto* const begin = static_cast<const Byte*>(from);
  buffer_.insert(buffer_.end(), begin, begin + count);
  if (buffer_.size() >= chunk_bytes) cut();
}

void SectionWriter::cut() {
  std::size_t cut_off = 0;
  for (; buffer_.size() - cut_off >= chunk_bytes; cut_off += chunk_bytes) {
    const std::size_t chunk = chunks_.add(section_, flags_, Bytes(buffer_.data() + cut_off, chunk_bytes));
    if (first_ == no_chunk) first_ = chunk;
  }
  buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(cut_off));
}

void SectionWriter::flush(std::uint32_t blocks, std::uint64_t events) {
  if (!buffer_.empty()) {
    const std::size_t chunk = chunks_.add(section_, flags_, buffer_);
    if (first_ == no_chunk) first_ = chunk;
    buffer_.clear();
  }
  if (first_ != no_chunk) {
    chunks_.entry(first_).blocks = blocks;
    chunks_.entry(first_).events = events;
  }
  first_ = no_chunk;
}

}  // namespace tilescope::file
