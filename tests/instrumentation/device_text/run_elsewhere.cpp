#include "tests/instrumentation/device_text/run_elsewhere.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "instrumentation/device_text/there.h"
#include "instrumentation/machine/block/said.h"
#include "tests/instrumentation/device_text/text.h"
#include "tests/instrumentation/machine/judge/cuda_on_threads.h"

namespace tilescope::elsewhere {

namespace {

using device_text::Given;
using device_text::There;
using machine::Code;

constexpr std::uint32_t said_words = 1U << 16;
constexpr std::uint32_t untouched = 0xabababab;

const Text& find_text(std::size_t number, Kind kind) {
  for (const Text& text : texts())
    if (text.number == number && text.kind == static_cast<int>(kind)) return text;
  throw std::runtime_error("no such text");
}

// What a text calls its Data.
std::vector<std::uint64_t> data_of(const Code& code, const machine::Launch& launch,
                                   std::vector<std::vector<std::byte>>& arrays,
                                   std::vector<std::vector<std::uint32_t>>& owners) {
  std::vector<std::uint64_t> data;
  owners.resize(arrays.size());
  for (const std::uint32_t n : device_text::given_arrays(code)) {
    owners[n].resize(arrays[n].size() + 1);
    data.push_back(reinterpret_cast<std::uint64_t>(arrays[n].data()));
    data.push_back(arrays[n].size());
    data.push_back(reinterpret_cast<std::uint64_t>(owners[n].data()));
  }
  static_assert(sizeof(Given) == 24);
  if (data.empty()) data.resize(3);
  data.insert(data.end(), launch.scalars.begin(), launch.scalars.end());
  data.resize(data.size() + 1);
  return data;
}

std::vector<std::vector<std::byte>> given(const Code& code, const machine::Launch& launch) {
  std::vector<std::vector<std::byte>> arrays(code.arrays.size());
  for (std::size_t n = 0; n < arrays.size(); ++n)
    if (code.arrays[n].space == Space::global)
      arrays[n] = n < launch.arrays.size() && !launch.arrays[n].empty() ? launch.arrays[n] : code.arrays[n].first;
  return arrays;
}

// By block and thread, each in the order in which it said it.
std::string in_words(const Code& code, const std::vector<std::uint32_t>& words) {
  struct PrintCall {
    std::uint32_t block, thread, at;
  };
  std::vector<PrintCall> all;
  for (std::uint32_t at = 1; at <= words[0];) {
    all.push_back({words[at + 1], words[at + 2], at});
    at += 3 + 2 * static_cast<std::uint32_t>(code.prints.at(words[at]).arguments.size());
  }
  std::stable_sort(all.begin(), all.end(), [](const PrintCall& a, const PrintCall& b) {
    return a.block != b.block ? a.block < b.block : a.thread < b.thread;
  });
  std::string text;
  for (const PrintCall& said : all)
    text += machine::text_of(code.prints.at(words[said.at]), [&](std::size_t n) {
      const std::size_t at = said.at + 3 + 2 * n;
      return words[at] | std::uint64_t{words[at + 1]} << 32;
    });
  return text;
}

void run_threads(const Text& text, const Code& code, const machine::Launch& launch, const There& there,
                 const void* data) {
  const device_text::Shape there_is = device_text::shape_there(code, launch.grid, launch.block);
  judge::Shape shape;
  std::copy_n(there_is.grid.begin(), 3, shape.grid);
  std::copy_n(there_is.block.begin(), 3, shape.block);
  gridDim = {there_is.grid[0], there_is.grid[1], there_is.grid[2]};
  judge::run_blocks(shape, [&] {
    try {
      text.run(&there, data);
    } catch (const Ended&) {  // it gave up
    }
  });
}

}  // namespace

Left run(const Case& one, std::size_t number, const machine::Launch& launch, Kind kind, const Room& room) {
  const Code& code = one.prepared->code();
  const bool records = kind == Kind::wide || kind == Kind::narrow;
  const std::uint64_t columns = records ? launch.blocks() * launch.threads() : 0;
  Left left;
  left.arrays = given(code, launch);
  left.events.assign(columns * room.capacity * (kind == Kind::wide ? 4 : 2) + 16, untouched);
  left.more.assign(columns * room.capacity * (row_shape(code).words() - 2) + 16, untouched);
  left.made.resize(columns);
  left.paths.resize(columns);
  left.indices.resize(columns);
  left.tallies.resize(kind == Kind::counts ? launch.blocks() * (code.arrays.size() + 2) * count_kinds : 0);
  left.most_events.resize(launch.blocks());
  std::vector<std::uint32_t> said(code.prints.empty() ? 1 : said_words + 1);
  There there{};
  std::copy(launch.grid.begin(), launch.grid.end(), there.grid);
  there.dynamic_bytes = launch.dynamic_shared_bytes;
  there.rounds = launch.most_rounds;
  there.stuck = left.stuck.data();
  there.said = said.data();
  there.said_words = static_cast<std::uint32_t>(said.size() - 1);
  there.slot_of_block = room.slot_of_block.empty() ? nullptr : room.slot_of_block.data();
  there.column_of_thread = room.column_of_thread.empty() ? nullptr : room.column_of_thread.data();
  there.events = reinterpret_cast<unsigned char*>(left.events.data());
  there.more = room.column_of_thread.empty() ? left.more.data() : nullptr;
  there.capacity = room.capacity;
  there.made = left.made.data();
  there.paths = left.paths.data();
  there.indices = left.indices.data();
  there.counts = reinterpret_cast<device_text::Counted*>(left.tallies.data());
  there.most_events = left.most_events.data();
  left.ways.resize(launch.blocks());
  there.ways = left.ways.data();
  std::vector<std::vector<std::uint32_t>> owners;
  const std::vector<std::uint64_t> data = data_of(code, launch, left.arrays, owners);
  run_threads(find_text(number, kind), code, launch, there, data.data());
  left.printed = in_words(code, said);
  return left;
}

}  // namespace tilescope::elsewhere
