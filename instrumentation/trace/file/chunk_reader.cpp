#include "instrumentation/trace/file/chunk_reader.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <map>
#include <new>
#include <utility>

namespace tilescope::file {

namespace {

void free_context(ZSTD_DCtx_s* context) { ZSTD_freeDCtx(context); }

bool is_known(Section section) {
  switch (section) {
    case Section::launch:
    case Section::text:
    case Section::machine:
    case Section::arrays:
    case Section::matrix_a:
    case Section::matrix_b:
    case Section::buffers:
    case Section::printed:
    case Section::said:
    case Section::masks:
    case Section::interleaved:
    case Section::paths:
    case Section::blocks:
    case Section::clocks:
    case Section::left:
    case Section::result:
    case Section::fault:
    case Section::room: return true;
  }
  return false;
}

// False for sections that are read one block at a time or not at all.
bool is_held_whole(Section section) {
  return is_known(section) && section != Section::blocks && section != Section::clocks && section != Section::room;
}

// A desktop may also open kernel sources with this program.
std::string no_trace(const std::string& path) {
  return path.ends_with(".cu") ? "this is CUDA source; TileScope opens traces (.tsc) and its own kernels here"
                               : "this is not a TileScope trace file";
}

}  // namespace

bool is_read(Section section) { return is_known(section) && section != Section::room; }

ChunkReader::ChunkReader(std::string path, std::unique_ptr<ByteSource> source)
    : path_(std::move(path)), source_(std::move(source)), context_(ZSTD_createDCtx(), free_context) {
  if (!context_) throw std::bad_alloc();
  read_header();
  read_table();
}

ChunkReader::~ChunkReader() = default;

void ChunkReader::read_header() {
  Header header;
  if (file_bytes() < sizeof header) {
    std::array<Byte, magic.size()> begin{};
    const std::size_t some = std::min<std::size_t>(file_bytes(), begin.size());
    const bool ours =
        source_->read(0, begin.data(), some) && std::equal(begin.begin(), begin.begin() + some, magic.begin());
    throw header_error(!ours               ? no_trace(path_)
                       : file_bytes() == 0 ? "the file is empty"
                                           : "the file ends in its header");
  }
  if (!source_->read(0, &header, sizeof header)) throw header_error("it cannot be read");
  if (header.magic != magic) throw header_error(no_trace(path_));
  const Bytes checked(reinterpret_cast<const Byte*>(&header), offsetof(Header, checksum));
  if (header.version == 0 || header.version > newest_version)
    throw header_error(
        fmt::format("a file of version {}; this program reads versions up to {}", header.version, newest_version));
  version_ = header.version;
  if (checksum_of(checked) != header.checksum) throw header_error("the checksum is wrong: the file is damaged");
  if (header.zero != 0) throw header_error("a reserved field is not 0");
  if (header.file_bytes != file_bytes())
    throw header_error(fmt::format("the file should have {} bytes, but has {}: it was truncated or extended",
                                   header.file_bytes, file_bytes()));
  const std::uint64_t table_bytes = std::uint64_t{header.chunks} * sizeof(Entry);
  if (table_bytes > file_bytes() - sizeof header)
    throw header_error(fmt::format("a table of {} chunks does not fit into the file", header.chunks));
  table_offset_ = file_bytes() - table_bytes;
  entries_.resize(header.chunks);
  if (!source_->read(table_offset_, entries_.data(), table_bytes))
    throw TraceFileError({path_, table_offset_, "table"}, "it cannot be read");
  if (checksum_of(Bytes(reinterpret_cast<const Byte*>(entries_.data()), table_bytes)) != header.table_checksum)
    throw TraceFileError({path_, table_offset_, "table"}, "the checksum is wrong: the file is damaged");
}

void ChunkReader::read_table() {
  std::map<Section, std::uint64_t> held;
  std::uint64_t end = sizeof(Header);
  offsets_.reserve(entries_.size());
  for (std::size_t chunk = 0; chunk < entries_.size(); ++chunk) {
    const Entry& entry = entries_[chunk];
    check(entry, chunk);
    if (entry.stored_bytes > table_offset_ - end) throw table_error(chunk, "the chunk reaches into the table");
    if (is_held_whole(entry.section) && (held[entry.section] += entry.bytes) > justified_bytes(file_bytes()))
      throw table_error(chunk, fmt::format("the file is too small for a {} section of {} bytes", name_of(entry.section),
                                           held[entry.section]));
    offsets_.push_back(end);
    end += entry.stored_bytes;
  }
  if (end != table_offset_) throw TraceFileError({path_, table_offset_, "table"}, "the chunks do not fill the file");
}

void ChunkReader::check(const Entry& entry, std::size_t chunk) const {
  if (entry.zero != 0 || entry.zero_too != 0 || (entry.flags & ~needed) != 0)
    throw table_error(chunk, "a reserved field is not 0");
  if (entry.codec != Codec::stored && entry.codec != Codec::zstd)
    throw table_error(chunk, fmt::format("the compression {} is unknown", static_cast<int>(entry.codec)));
  if (entry.bytes == 0 || entry.bytes > most_chunk_bytes)
    throw table_error(chunk, fmt::format("a chunk of {} bytes; 1 to {} are allowed", entry.bytes, most_chunk_bytes));
  if (entry.codec == Codec::stored && entry.stored_bytes != entry.bytes)
    throw table_error(chunk, "an uncompressed chunk with two sizes");
  if (!is_known(entry.section) && (entry.flags & needed) != 0)
    throw table_error(chunk, fmt::format("this program does not know {}, which is needed", name_of(entry.section)));
  const bool in_blocks = entry.section == Section::blocks || entry.section == Section::clocks;
  if (is_known(entry.section) && !in_blocks && (entry.blocks != 0 || entry.events != 0))
    throw table_error(chunk, "blocks in a section without blocks");
}

std::vector<std::size_t> ChunkReader::chunks_of(Section section) const {
  std::vector<std::size_t> chunks;
  for (std::size_t chunk = 0; chunk < entries_.size(); ++chunk)
    if (entries_[chunk].section == section) chunks.push_back(chunk);
  return chunks;
}

void ChunkReader::read_stored(std::size_t chunk, std::vector<Byte>& bytes) const {
  const Entry& entry = entries_[chunk];
  bytes.resize(entry.stored_bytes);
  if (!source_->read(offsets_[chunk], bytes.data(), bytes.size())) throw error(chunk, "it cannot be read");
  if (checksum_of(bytes) != entry.checksum) throw error(chunk, "the checksum is wrong: the file is damaged");
}

void ChunkReader::read(std::size_t chunk, std::vector<Byte>& bytes) const {
  const Entry& entry = entries_[chunk];
  if (entry.codec == Codec::stored) return read_stored(chunk, bytes);
  read_stored(chunk, packed_);
  bytes.resize(entry.bytes);
  const std::size_t got =
      ZSTD_decompressDCtx(context_.get(), bytes.data(), bytes.size(), packed_.data(), packed_.size());
  if (ZSTD_isError(got) != 0) throw error(chunk, fmt::format("zstd: {}", ZSTD_getErrorName(got)));
  if (got != bytes.size()) throw error(chunk, fmt::format("{} bytes, but the table says {}", got, bytes.size()));
}

void ChunkReader::verify(std::size_t chunk) const { read_stored(chunk, packed_); }

TraceFileError ChunkReader::error(std::size_t chunk, const std::string& what) const {
  const Section section = entries_[chunk].section;
  const auto before = std::count_if(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(chunk),
                                    [&](const Entry& entry) { return entry.section == section; });
  return {{path_, offsets_[chunk], fmt::format("{}, chunk {}", name_of(section), before)}, what};
}

TraceFileError ChunkReader::header_error(const std::string& what) const { return {{path_, 0, "header"}, what}; }

TraceFileError ChunkReader::table_error(std::size_t chunk, const std::string& what) const {
  return {{path_, table_offset_ + chunk * sizeof(Entry), fmt::format("table, chunk {}", chunk)}, what};
}

SectionReader::SectionReader(const ChunkReader& file, std::vector<std::size_t> chunks)
    : file_(file), chunks_(std::move(chunks)) {
  for (const std::size_t chunk : chunks_) later_ += file_.entries()[chunk].bytes;
}

void SectionReader::next_chunk() {
  if (chunk_ == chunks_.size()) refuse("it ends too early");
  const std::size_t chunk = chunks_[chunk_];
  file_.read(chunk, buffer_);
  ++chunk_;
  later_ -= buffer_.size();
  next_ = 0;
}

void SectionReader::bytes(void* to, std::size_t count) {
  auto* out = static_cast<Byte*>(to);
  while (count > 0) {
    if (next_ == buffer_.size()) next_chunk();
    const std::size_t some = std::min(count, buffer_.size() - next_);
    std::memcpy(out, buffer_.data() + next_, some);
    next_ += some;
    out += some;
    count -= some;
  }
}

std::uint64_t SectionReader::varint(std::uint64_t most, const char* what) {
  const std::uint64_t n = varint();
  if (n > most) refuse(fmt::format("{}: {}, but the maximum is {}", what, n, most));
  return n;
}

std::size_t SectionReader::count(std::uint64_t item_bytes, const char* what) {
  const std::uint64_t n = varint();
  if (n > left() / item_bytes) refuse(fmt::format("it is too short for {} {}", n, what));
  return n;
}

std::string SectionReader::string() {
  std::string text(count(1, "letters"), '\0');
  bytes(text.data(), text.size());
  if (!is_printable(text)) refuse("a name with unprintable characters");
  return text;
}

void SectionReader::require_end() {
  if (left() != 0) refuse(fmt::format("{} bytes too many", left()));
}

void SectionReader::refuse(const std::string& what) const {
  if (chunks_.empty()) throw file_.header_error(what);
  throw file_.error(chunks_[chunk_ == 0 ? 0 : chunk_ - 1], what);
}

}  // namespace tilescope::file
