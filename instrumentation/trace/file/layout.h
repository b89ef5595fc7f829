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

// A byte above 127, the name, and line ends that a transfer of text would change.
inline constexpr std::array<Byte, 8> magic{0x89, 'T', 'S', 'C', '\r', '\n', 0x1a, '\n'};
inline constexpr std::uint16_t newest_version = 3;  // that is written; those before are read as well

struct Header {
  std::array<Byte, 8> magic = file::magic;
  std::uint16_t version = newest_version;
  std::uint16_t zero = 0;
  std::uint32_t chunks = 0;  // and so many entries in the table
  std::uint64_t file_bytes = 0;
  std::uint64_t table_checksum = 0;
  std::uint64_t checksum = 0;  // of all the header before it
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
  result = tag("RSLT"),  // of versions before, as are the matrices
  fault = tag("FALT"),
  room = tag("ROOM"),
};

enum class Codec : std::uint8_t { stored, zstd };

inline constexpr std::uint8_t needed = 1;  // a flag: a reader that does not know this section cannot read the file

// One line of the table: the chunks follow each other in the file as they do here, from the header to the table.
struct Entry {
  Section section{};
  Codec codec = Codec::stored;
  std::uint8_t flags = 0;
  std::uint16_t zero = 0;
  std::uint32_t stored_bytes = 0;
  std::uint32_t bytes = 0;     // once decompressed
  std::uint64_t checksum = 0;  // of the stored bytes
  std::uint64_t events = 0;    // of blocks: how many events begin in this chunk,
  std::uint32_t blocks = 0;    // and how many blocks; 0: it goes on with the chunk before
  std::uint32_t zero_too = 0;
};
static_assert(sizeof(Entry) == 40 && std::has_unique_object_representations_v<Entry>);

inline constexpr std::uint32_t most_chunk_bytes = std::uint32_t{4} << 20;

// What a file may ask a reader to hold of one section at once. Writers leave chunks uncompressed where it takes that.
[[nodiscard]] constexpr std::uint64_t justified_bytes(std::uint64_t file_bytes) {
  return 4 * file_bytes + (std::uint64_t{48} << 20);
}
inline constexpr std::uint64_t freely_packed_bytes = std::uint64_t{24} << 20;
inline constexpr std::uint64_t most_packed = 3;  // times smaller, of what is beyond those

// What a block costs a reader whatever is in it. More blocks than these need a file as large.
inline constexpr std::uint64_t bytes_per_block = 128;
// What is set aside for a thread, though one without events takes less: it bounds how many there are to go through.
inline constexpr std::uint64_t bytes_per_thread = 128;
inline constexpr std::uint64_t free_blocks = std::uint64_t{1} << 18;
inline constexpr std::uint64_t room_per_block = bytes_per_block / 4;

inline constexpr std::uint64_t most_threads_per_block = 65536;
inline constexpr std::uint64_t most_elements = 0x7fffffff;  // of a matrix: kernels index with int

// Stores are followed in arrays up to these sizes, so that a later load can be predicted.
inline constexpr std::int64_t most_followed_global = std::int64_t{1} << 23;
inline constexpr std::int64_t most_followed_shared = std::int64_t{1} << 20;  // all shared arrays together

[[nodiscard]] std::string name_of(Section section);
// Names and messages are shown on terminals: they are letters that can be printed, and turn nothing around.
[[nodiscard]] bool is_printable(std::string_view text);
[[nodiscard]] std::uint64_t checksum_of(Bytes bytes);

}  // namespace tilescope::file
