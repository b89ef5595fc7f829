#include "instrumentation/trace/file/particulars.h"

#include <fmt/format.h>

#include <algorithm>

namespace tilescope::file {

namespace {

template <class Enum>
Enum read_enum(SectionReader& in, Enum last, const char* what) {
  const auto n = in.number<std::uint8_t>();
  if (n > static_cast<std::uint8_t>(last)) in.refuse(fmt::format("{} of kind {}, which is not known", what, n));
  return static_cast<Enum>(n);
}

std::uint64_t elements_of(const Launch& l, std::string_view matrix) {
  const auto product = [](std::int64_t a, std::int64_t b) {
    return static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b);
  };
  return matrix == "A" ? product(l.m, l.k) : matrix == "B" ? product(l.k, l.n) : product(l.m, l.n);
}

}  // namespace

std::string wrong_with(const Launch& l) {
  if (!l.has_matrices() && !l.buffers.empty()) return "it is of a kernel that multiplies no matrices";
  for (const std::int64_t side : {l.m, l.n, l.k})
    if (side < 1 || side > static_cast<std::int64_t>(most_elements)) return fmt::format("a side of {}", side);
  for (const char* const matrix : {"A", "B", "C"})
    if (elements_of(l, matrix) > most_elements) return fmt::format("{} of {} elements", matrix, elements_of(l, matrix));
  if (l.grid.count() == 0 || l.block.count() == 0) return "a grid of no blocks, or a block of no threads";
  if (l.threads_per_block() > most_threads_per_block)
    return fmt::format("a block of {} threads, and {} are the most", l.threads_per_block(), most_threads_per_block);
  return "";
}

std::string wrong_with(const std::vector<ArrayInfo>& arrays, const Launch& launch) {
  if (arrays.size() >= no_array) return fmt::format("{} arrays", arrays.size());
  std::string matrices;
  for (const ArrayInfo& array : arrays) {
    std::uint64_t elements = 1;
    for (const std::int64_t side : array.sides) {
      if (side < 0 || side > static_cast<std::int64_t>(most_elements)) return fmt::format("a side of {}", side);
      if ((elements *= static_cast<std::uint64_t>(side)) > most_elements) return array.name + " has too many elements";
    }
    if (array.space != Space::global) continue;
    if (array.name != "A" && array.name != "B" && array.name != "C") return "a global array that is not A, B or C";
    if (matrices.find(array.name) != std::string::npos) return "two arrays " + array.name;
    if (elements != elements_of(launch, array.name)) return array.name + " has other sides than in the launch";
    matrices += array.name;
  }
  return "";
}

void write_launch(const Launch& l, SectionWriter& out) {
  out.string(l.kernel);
  for (const std::int64_t side : {l.m, l.n, l.k}) out.number(side);
  out.number(static_cast<std::int32_t>(l.tile));
  for (const Size2& size : {l.grid, l.block}) {
    out.number(size.x);
    out.number(size.y);
  }
  out.number(l.dynamic_shared_bytes);
  out.number(static_cast<std::uint8_t>(l.schedule.kind));
  out.number(l.schedule.seed);
  out.number(static_cast<std::uint8_t>(l.record));
  out.number(static_cast<std::uint8_t>(l.out_of_bounds));
  out.varint(l.window.size());
  for (const BlockRange& range : l.window)
    for (const unsigned side : {range.y0, range.x0, range.y1, range.x1}) out.number(side);
  out.flush();
}

Launch read_launch(SectionReader& in) {
  Launch l;
  l.kernel = in.string();
  for (std::int64_t* const side : {&l.m, &l.n, &l.k}) *side = in.number<std::int64_t>();
  l.tile = in.number<std::int32_t>();
  for (Size2* const size : {&l.grid, &l.block}) {
    size->x = in.number<unsigned>();
    size->y = in.number<unsigned>();
  }
  l.dynamic_shared_bytes = in.number<std::uint32_t>();
  l.schedule.kind = read_enum(in, Schedule::Kind::random, "a schedule");
  l.schedule.seed = in.number<std::uint64_t>();
  l.record = read_enum(in, Record::blocks, "a recording");
  l.out_of_bounds = read_enum(in, OutOfBounds::touch, "an out-of-bounds rule");
  l.window.resize(in.count(sizeof(BlockRange), "block ranges"));
  for (BlockRange& range : l.window)
    for (unsigned* const side : {&range.y0, &range.x0, &range.y1, &range.x1}) *side = in.number<unsigned>();
  in.require_end();
  if (const std::string wrong = wrong_with(l); !wrong.empty()) in.refuse(wrong);
  return l;
}

void write_machine(const Machine& machine, SectionWriter& out) {
  out.number(static_cast<std::uint8_t>(machine.backend));
  out.string(machine.executor);
  out.flush();
}

Machine read_machine(SectionReader& in) {
  Machine machine;
  machine.backend = read_enum(in, Backend::cuda, "a backend");
  machine.executor = in.string();
  in.require_end();
  return machine;
}

void write_text(const std::string& text, SectionWriter& out) {
  out.bytes(text.data(), text.size());
  out.flush();
}

std::string read_text(SectionReader& in) {
  std::string text(in.left(), '\0');
  in.bytes(text.data(), text.size());
  return text;
}

void write_arrays(const std::vector<ArrayInfo>& arrays, SectionWriter& out) {
  out.varint(arrays.size());
  for (const ArrayInfo& array : arrays) {
    out.string(array.name);
    out.number(static_cast<std::uint8_t>(array.space));
    out.varint(array.sides.size());
    for (const std::int64_t side : array.sides) out.number(side);
  }
  out.flush();
}

std::vector<ArrayInfo> read_arrays(SectionReader& in, const Launch& launch) {
  const std::uint64_t count = in.varint(no_array - 1, "arrays");
  std::vector<ArrayInfo> arrays(count);
  for (ArrayInfo& array : arrays) {
    array.name = in.string();
    array.space = read_enum(in, Space::local, "a space");
    array.sides.resize(in.count(sizeof(std::int64_t), "sides"));
    for (std::int64_t& side : array.sides) side = in.number<std::int64_t>();
  }
  in.require_end();
  if (const std::string wrong = wrong_with(arrays, launch); !wrong.empty()) in.refuse(wrong);
  return arrays;
}

void write_fault(const Fault& fault, SectionWriter& out) {
  out.number(static_cast<std::uint8_t>(fault.kind));
  out.number(fault.block_y);
  out.number(fault.block_x);
  out.string(fault.message);
  out.varint(fault.threads.size());
  for (const Fault::Place& place : fault.threads)
    for (const std::uint32_t n : {place.thread_y, place.thread_x, place.line}) out.number(n);
  out.flush();
}

Fault read_fault(SectionReader& in, const Launch& launch) {
  Fault fault;
  fault.kind = read_enum(in, Fault::Kind::endless_loop, "a fault");
  fault.block_y = in.number<std::uint32_t>();
  fault.block_x = in.number<std::uint32_t>();
  if (fault.block_y >= launch.grid.y || fault.block_x >= launch.grid.x) in.refuse("a fault in a block beyond the grid");
  fault.message = in.string();
  fault.threads.resize(in.count(sizeof(Fault::Place), "threads"));
  for (Fault::Place& place : fault.threads) {
    place.thread_y = in.number<std::uint32_t>();
    place.thread_x = in.number<std::uint32_t>();
    place.line = in.number<std::uint32_t>();
    if (place.thread_y >= launch.block.y || place.thread_x >= launch.block.x)
      in.refuse("a fault of a thread beyond its block");
  }
  in.require_end();
  return fault;
}

void write_matrix(const std::vector<float>& matrix, SectionWriter& out) {
  out.bytes(matrix.data(), matrix.size() * sizeof(float));
  out.flush();
}

std::vector<float> read_matrix(SectionReader& in, std::uint64_t elements) {
  if (in.left() != elements * sizeof(float))
    in.refuse(fmt::format("{} bytes, and the launch has {} elements", in.left(), elements));
  std::vector<float> matrix(elements);
  in.bytes(matrix.data(), elements * sizeof(float));
  return matrix;
}

}  // namespace tilescope::file
