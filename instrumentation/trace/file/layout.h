// The layout of a trace file: docs/trace-format.md in code. All numbers are little-endian.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tilescope::file {

static_assert(std::endian::native == std::endian::little,
              "trace files are little-endian, and so is every machine that reads them");

using Byte = std::uint8_t;
using Bytes = std::span<const Byte>;

// A byte above 127, the name, and line ends that a transfer in text mode would change.
inline constexpr std::array<Byte, 8> magic{0x89, 'T', 'S', 'C', '\r', '\n', 0x1a, '\n'};
inline constexpr std::uint16_t newest_version = 3;  // the version that is written; older ones can still be read

struct Header {
  std::array<Byte, 8> magic = file::magic;
  std::uint16_t version = newest_version;
  std::uint16_t zero = 0;
  std::uint32_t chunks = 0;  // number of chunks, and of entries in the table
  std::uint64_t file_bytes = 0;
  std::uint64_t table_checksum = 0;
  std::uint64_t checksum = 0;  // of the header before this field
};
static_assert(sizeof(Header) == 40 && std::has_unique_object_representations_v<Header>);

// Four letters, the first of them in the lowest byte.
constexpr std::uint32_t tag(const char (&name)[5]) {
  std::uint32_t all = 0;
  for (int n = 3; n >= 0; --n) all = all << 8 | static_cast<Byte>(name[n]);
  return all;
}

enum class Section : std::uint32_t {
  launch = tag("LNCH"),
  text = tag("TEXT"),
  machine = tag("MACH"),
  arrays = tag("ARRS"),
  matrix_a = tag("MATA"),
  matrix_b = tag("MATB"),
  buffers = tag("BUFS"),
  printed = tag("PRNT"),
  said = tag("SAID"),
  masks = tag("MASK"),
  interleaved = tag("MNGL"),
  paths = tag("PATH"),
  blocks = tag("BLKS"),
  clocks = tag("CLCK"),
  left = tag("LEFT"),
  result = tag("RSLT"),  // only in older versions, as are the matrices
  fault = tag("FALT"),
  room = tag("ROOM"),
};

enum class Codec : std::uint8_t { stored, zstd };

inline constexpr std::uint8_t needed = 1;  // a flag: a reader that does not know this section must reject the file

// One entry of the table. The chunks lie in the file in table order, between the header and the table.
struct Entry {
  Section section{};
  Codec codec = Codec::stored;
  std::uint8_t flags = 0;
  std::uint16_t zero = 0;
  std::uint32_t stored_bytes = 0;
  std::uint32_t bytes = 0;     // once decompressed
  std::uint64_t checksum = 0;  // of the stored bytes
  std::uint64_t events = 0;    // of the blocks that begin in this chunk
  std::uint32_t blocks = 0;    // how many begin here; 0: it continues the chunk before
  std::uint32_t zero_too = 0;
};
static_assert(sizeof(Entry) == 40 && std::has_unique_object_representations_v<Entry>);

inline constexpr std::uint32_t most_chunk_bytes = std::uint32_t{4} << 20;

// How many bytes of one section a file may make a reader hold at once. Writers leave chunks uncompressed to stay below.
[[nodiscard]] constexpr std::uint64_t justified_bytes(std::uint64_t file_bytes) {
  return 4 * file_bytes + (std::uint64_t{48} << 20);
}
inline constexpr std::uint64_t freely_packed_bytes = std::uint64_t{24} << 20;
inline constexpr std::uint64_t most_packed = 3;  // maximum compression ratio of the bytes beyond those

// The minimum cost of a block for a reader. More blocks than `free_blocks` need a file as large.
inline constexpr std::uint64_t bytes_per_block = 128;
// Charged for each thread, even one without events: it limits how many threads a reader must go through.
inline constexpr std::uint64_t bytes_per_thread = 128;
inline constexpr std::uint64_t free_blocks = std::uint64_t{1} << 18;
inline constexpr std::uint64_t room_per_block = bytes_per_block / 4;

inline constexpr std::uint64_t most_threads_per_block = 65536;
inline constexpr std::uint64_t most_elements = 0x7fffffff;  // of a matrix: kernels index with int

// Stores are followed in arrays up to these sizes, so that a later load can be predicted.
inline constexpr std::int64_t most_followed_global = std::int64_t{1} << 23;
inline constexpr std::int64_t most_followed_shared = std::int64_t{1} << 20;  // all shared arrays together

[[nodiscard]] std::string name_of(Section section);
// True if the text is safe to show on a terminal: printable characters, and none that change the text direction.
[[nodiscard]] bool is_printable(std::string_view text);
[[nodiscard]] std::uint64_t checksum_of(Bytes bytes);

}  // namespace tilescope::file
