// A damaged file is refused with an error that names the place, or loads as if it were whole; never anything else.
#include <gtest/gtest.h>

#include <array>
#include <chrono>

#include "instrumentation/analysis/counts.h"
#include "instrumentation/analysis/hazards.h"
#include "instrumentation/executors/judged.h"
#include "instrumentation/trace/order.h"
#include "tests/support/odd_trace.h"
#include "tests/support/reseal.h"
#include "tests/support/trace_files.h"

namespace tilescope::test {
namespace {

const std::filesystem::path& folder() {
  static const std::filesystem::path made = fresh_folder("damage");
  return made;
}

FileBytes file_of(const Trace& trace) {
  save(trace, (folder() / "whole.tsc").string());
  return read_bytes(folder() / "whole.tsc");
}

// How a file's bytes fare: what is wrong with them, or empty if they load.
struct Fate {
  std::string refused;
  TraceFileError::FilePart place;
  std::optional<Trace> loaded;
};

Fate fate_of(const FileBytes& bytes) {
  static const auto pool = std::make_shared<EventPool>(16);
  Fate fate;
  try {
    fate.loaded = TraceFile("a.tsc", bytes).load({std::uint64_t{256} << 20, pool});
  } catch (const TraceFileError& error) {
    fate.refused = error.what();
    fate.place = error.place();
  }
  return fate;
}

const Trace& any_arrays() {
  static const Trace trace = trace_of_any_arrays();
  return trace;
}

TEST(Damage, EveryTruncationIsRefused) {
  const FileBytes whole = file_of(small_trace());
  ASSERT_TRUE(fate_of(whole).loaded) << fate_of(whole).refused;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Fate fate = fate_of(FileBytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
    EXPECT_FALSE(fate.loaded) << size;
    EXPECT_EQ(fate.place.part, "header") << size << ": " << fate.refused;
    EXPECT_TRUE(fate.refused.starts_with("a.tsc: header, at byte 0: ")) << fate.refused;
  }
  std::printf("%zu truncations\n", whole.size());
}

void flip_every_bit(const Trace& trace) {
  FileBytes bytes = file_of(trace);
  std::size_t refused = 0;
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
    const Fate fate = fate_of(bytes);
    if (fate.loaded) {
      EXPECT_EQ(difference(trace, *fate.loaded), "") << "bit " << bit;
    } else {
      ++refused;
      EXPECT_FALSE(fate.place.part.empty()) << fate.refused;
      EXPECT_LE(fate.place.offset, bytes.size()) << fate.refused;
    }
    bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
  }
  std::printf("%zu flips in %zu bytes: %zu refused\n", 8 * bytes.size(), bytes.size(), refused);
  EXPECT_EQ(difference(trace, *fate_of(bytes).loaded), "");
}

TEST(Damage, EveryFlippedBitIsRefusedOrChangesNothing) {
  flip_every_bit(small_trace());
  flip_every_bit(any_arrays());
}

// After right checksums: whatever it then is, it is refused or it is a trace that can be looked at.
TEST(Damage, EveryFlippedBitWithRightChecksumsIsRefusedOrATrace) {
  const FileBytes files[] = {file_of(small_trace()), uncompressed(file_of(small_trace())),
                             uncompressed(file_of(any_arrays()))};
  for (const FileBytes& whole : files) {
    FileBytes bytes = whole;
    std::size_t refused = 0;
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
      bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
      const Fate fate = fate_of(resealed(bytes));
      if (fate.loaded) {
        static_cast<void>(count(*fate.loaded));
        static_cast<void>(useful_flops(*fate.loaded));
        static_cast<void>(Order(*fate.loaded));
        static_cast<void>(judged(*fate.loaded));
      } else {
        ++refused;
      }
      bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
    }
    EXPECT_GT(refused, 0U);
    std::printf("%zu flips in %zu bytes, checksums right: %zu refused\n", 8 * bytes.size(), bytes.size(), refused);
  }
}

TEST(Damage, WhatFollowsTheEndIsRefused) {
  FileBytes bytes = file_of(small_trace());
  bytes.push_back(0);
  EXPECT_NE(fate_of(bytes).refused.find("truncated or extended"), std::string::npos) << fate_of(bytes).refused;
}

TEST(Damage, OtherVersionsAndOtherFilesAreRefused) {
  TakenApart parts = take_apart(file_of(small_trace()));
  for (const std::uint16_t version : std::array<std::uint16_t, 2>{0, 4}) {
    parts.header.version = version;
    EXPECT_NE(fate_of(put_together(parts)).refused.find("this program reads versions up to 3"), std::string::npos);
  }
  const std::string text = "A,B\n1,2\n";
  EXPECT_NE(fate_of(FileBytes(text.begin(), text.end())).refused.find("not a TileScope trace file"), std::string::npos);
  EXPECT_NE(fate_of({}).refused.find("empty"), std::string::npos);
  EXPECT_THROW(TraceFile("/nowhere/at/all.tsc"), TraceFileError);
  EXPECT_THROW(TraceFile(folder().string()), TraceFileError);
  EXPECT_THROW(TraceFile("/dev/zero"), TraceFileError);
}

TEST(Damage, ASectionThatIsNotKnownIsSkippedUnlessItIsNeeded) {
  const Trace trace = small_trace();
  TakenApart parts = take_apart(file_of(trace));
  TakenApart::Chunk news;
  news.entry.section = static_cast<file::Section>(file::tag("NEWS"));
  news.stored = {1, 2, 3};
  parts.chunks.insert(parts.chunks.begin() + 2, news);
  const Fate skipped = fate_of(put_together(parts));
  ASSERT_TRUE(skipped.loaded) << skipped.refused;
  EXPECT_EQ(difference(trace, *skipped.loaded), "");
  parts.chunks[2].entry.flags = file::needed;
  EXPECT_NE(fate_of(put_together(parts)).refused.find("which is needed"), std::string::npos);
}

TEST(Damage, EverySectionIsMissedByName) {
  const TakenApart parts = take_apart(file_of(small_trace()));
  for (std::size_t n = 0; n < parts.chunks.size(); ++n) {
    TakenApart fewer = parts;
    const file::Section gone = fewer.chunks[n].entry.section;
    std::erase_if(fewer.chunks, [&](const TakenApart::Chunk& chunk) { return chunk.entry.section == gone; });
    const Fate fate = fate_of(put_together(fewer));
    if (gone == file::Section::clocks || gone == file::Section::text) {
      EXPECT_TRUE(fate.loaded) << fate.refused;
    } else {
      EXPECT_FALSE(fate.loaded) << file::name_of(gone);
    }
  }
}

// What a file asks for is measured by its own size, and by what may be used.
TEST(Damage, NothingIsAskedForThatTheFileCannotJustify) {
  const TakenApart parts = take_apart(uncompressed(file_of(record(launch("naive", 4, 4, 4, 2)))));
  const auto with_grid = [&](unsigned columns) {
    TakenApart large = parts;
    Launch launch = test::launch("naive", 4, 4, 4, 2);
    launch.grid.x = columns;
    put_launch(large, launch);
    return fate_of(put_together(large)).refused;
  };
  EXPECT_EQ(with_grid(2), "");
  for (const unsigned columns : {0U, 1U, 3U, 100'000'000U, ~0U}) EXPECT_NE(with_grid(columns), "") << columns;

  TakenApart many = parts;
  for (TakenApart::Chunk& chunk : many.chunks)
    if (chunk.entry.section == file::Section::blocks) chunk.entry.events = std::uint64_t{1} << 40;
  EXPECT_NE(fate_of(put_together(many)).refused.find("may be used"), std::string::npos);

  const Trace trace = record(launch("naive", 64, 64, 64, 8));
  const FileBytes bytes = file_of(trace);
  const std::uint64_t least = trace.kept_events() * 2 * sizeof(std::uint32_t);
  for (const std::uint64_t memory : {least - 1, least}) {
    try {
      static_cast<void>(TraceFile("a.tsc", bytes).load({memory, nullptr}));
      FAIL() << "loaded into too little memory";
    } catch (const TraceFileError& error) {
      EXPECT_NE(std::string(error.what()).find(" may "), std::string::npos) << error.what();
    }
  }
}

TEST(Damage, ASmallFileThatAsksForMuchIsRefusedAtOnce) {
  const FileBytes small = file_of(record(launch("naive", 4, 4, 4, 2)));
  const auto begin = std::chrono::steady_clock::now();

  const FileBytes threads = bomb_of_threads(small);
  EXPECT_LT(threads.size(), 4000U);
  EXPECT_NE(fate_of(threads).refused.find("of memory that it may use"), std::string::npos) << fate_of(threads).refused;

  TakenApart matrix = take_apart(small);
  const FileBytes zeros(file::most_chunk_bytes);
  for (int n = 0; n < 16; ++n) matrix.chunks.push_back(packed_chunk(file::Section::matrix_a, zeros));
  EXPECT_NE(fate_of(put_together(matrix)).refused.find("the file is too small for"), std::string::npos);

  TakenApart sizes = take_apart(small);
  sizes.chunks[0] = packed_chunk(file::Section::launch, zeros);
  sizes.chunks[0].entry.bytes = file::most_chunk_bytes + 1;
  EXPECT_NE(fate_of(put_together(sizes)).refused.find("a chunk of 4194305 bytes"), std::string::npos);
  sizes.chunks[0].entry.bytes = file::most_chunk_bytes - 1;
  EXPECT_NE(fate_of(put_together(sizes)).refused.find("zstd: "), std::string::npos);

  FileBytes table = small;
  file::Header header;
  std::memcpy(&header, table.data(), sizeof header);
  header.chunks = 0xffffffff;
  header.checksum = file::checksum_of({reinterpret_cast<const file::Byte*>(&header), offsetof(file::Header, checksum)});
  std::memcpy(table.data(), &header, sizeof header);
  EXPECT_NE(fate_of(table).refused.find("a table of 4294967295 chunks does not fit"), std::string::npos);

  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST(Damage, InOneBlockLeavesTheOthersReadable) {
  const Trace trace = record(launch("tiled", 96, 96, 1024, 32, "random"));
  FileBytes bytes = file_of(trace);
  const TakenApart parts = take_apart(bytes);
  std::uint64_t offset = sizeof(file::Header), block = 0;
  for (const TakenApart::Chunk& chunk : parts.chunks) {
    if (chunk.entry.section == file::Section::blocks && block <= 5 && 5 < block + chunk.entry.blocks) break;
    offset += chunk.stored.size();
    block += chunk.entry.blocks;
  }
  bytes[offset] ^= 1;
  const TraceFile file("a.tsc", bytes);
  EXPECT_EQ(file.launch_without_inputs().kernel, "tiled");
  EXPECT_EQ(file.event_count(), trace.kept_events());
  for (std::uint64_t n = 0; n < trace.block_count(); ++n) {
    if (n == 5) {
      try {
        static_cast<void>(file.block(n));
        FAIL() << "block 5 was read";
      } catch (const TraceFileError& error) {
        EXPECT_EQ(error.place().offset, offset);
        EXPECT_EQ(error.place().part, "blocks, chunk 5");
      }
      continue;
    }
    const LoadedBlock loaded = file.block(n);
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread)
      ASSERT_TRUE(same_columns(loaded.events(thread), trace.events(n, thread))) << n;
  }
  EXPECT_THROW(static_cast<void>(file.load()), TraceFileError);
  EXPECT_THROW(static_cast<void>(file.block(9)), UsageError);
}

TEST(Damage, BlocksOfOneGroupAreReadAloneToo) {
  const Trace trace = as_of_a_gpu(record(launch("tiled_bounded", 21, 22, 23, 4, "random")));
  const FileBytes bytes = file_of(trace);
  const TraceFile file("a.tsc", bytes);
  for (std::uint64_t n = 0; n < trace.block_count(); ++n) {
    const LoadedBlock loaded = file.block(n);
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread)
      ASSERT_TRUE(same_columns(loaded.events(thread), trace.events(n, thread))) << n;
  }
}

// For the same launch, a GPU's file and a CPU's.
TEST(Damage, BackendsDifferInMachineAndClocksAlone) {
  const Trace cpu = record(launch("tiled_bounded", 21, 22, 23, 4, "random"));
  // Both without the columns of the text, which this GPU of ours does not know.
  const Trace as_it_was = edited(cpu, [](std::size_t, std::uint32_t, std::uint32_t, const PackedEvent&) {});
  const TakenApart a = take_apart(file_of(as_it_was)), b = take_apart(file_of(as_of_a_gpu(cpu)));
  const auto others = [](const TakenApart& parts) {
    std::vector<FileBytes> chunks;
    for (const TakenApart::Chunk& chunk : parts.chunks)
      if (chunk.entry.section != file::Section::machine && chunk.entry.section != file::Section::clocks)
        chunks.push_back(chunk.stored);
    return chunks;
  };
  EXPECT_EQ(others(a), others(b));
  EXPECT_EQ(a.chunks.size() + 1, b.chunks.size());
}

}  // namespace
}  // namespace tilescope::test
