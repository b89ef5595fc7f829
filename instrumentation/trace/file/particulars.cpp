#include "instrumentation/trace/file/particulars.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "instrumentation/trace/file/block_format.h"

namespace tilescope::file {

namespace {

template <class Enum>
Enum read_enum(SectionReader& in, Enum last, const char* what) {
  const auto n = in.number<std::uint8_t>();
  if (n > static_cast<std::uint8_t>(last)) in.refuse(fmt::format("{} of unknown kind {}", what, n));
  return static_cast<Enum>(n);
}

// True if a number of this type can have this size: shorter ones are integers.
bool may_have(Number number, std::uint32_t bytes) {
  if (is_wide(number)) return bytes == sizeof(double);
  return bytes == sizeof(float) || (!is_float(number) && (bytes == 1 || bytes == 2));
}

// Why the input does not fit its array; empty if it has no bytes or all elements.
std::string wrong_with(const Buffer& buffer, const ArrayInfo& array) {
  if (buffer.bytes.empty() || array.space != Space::global) return "";
  const auto elements = static_cast<std::uint64_t>(array.elements());
  if (buffer.element_bytes == array.element_bytes && buffer.bytes.size() == elements * buffer.element_bytes) return "";
  return fmt::format("{} bytes for {}, which has {} elements of {} bytes", buffer.bytes.size(), array.name, elements,
                     array.element_bytes);
}

}  // namespace

std::string wrong_with(const Launch& l) {
  if (l.grid.count() == 0 || l.block.count() == 0) return "a grid without blocks, or a block without threads";
  if (l.threads_per_block() > most_threads_per_block)
    return fmt::format("a block of {} threads, but at most {} are allowed", l.threads_per_block(),
                       most_threads_per_block);
  if (l.grid_depth == 0 || l.grid.y % l.grid_depth != 0) return fmt::format("a grid of {} layers", l.grid_depth);
  if (l.block_depth == 0 || l.block.y % l.block_depth != 0) return fmt::format("a block of {} layers", l.block_depth);
  return "";
}

std::string wrong_with(const std::vector<ArrayInfo>& arrays) {
  if (arrays.size() >= no_array) return fmt::format("{} arrays", arrays.size());
  for (const ArrayInfo& array : arrays) {
    if (!may_have(array.number, array.element_bytes))
      return fmt::format("{} with elements of {} bytes", array.name, array.element_bytes);
    std::uint64_t elements = 1;
    for (const std::int64_t side : array.sides) {
      if (side < 0 || side > static_cast<std::int64_t>(most_elements)) return fmt::format("a side of {}", side);
      if ((elements *= static_cast<std::uint64_t>(side)) > most_elements) return array.name + " has too many elements";
    }
  }
  return "";
}

void write_launch(const Launch& l, SectionWriter& out) {
  out.string(l.kernel);
  out.varint(static_cast<std::uint32_t>(l.tile));
  for (const unsigned size : {l.grid.x, l.grid.y, l.block.x, l.block.y, l.dynamic_shared_bytes}) out.varint(size);
  out.number(static_cast<std::uint8_t>(l.schedule.kind));
  out.varint(l.schedule.seed);
  out.number(static_cast<std::uint8_t>(l.record));
  out.number(static_cast<std::uint8_t>(l.out_of_bounds));
  out.varint(l.window.size());
  for (const BlockRange& range : l.window)
    for (const unsigned side : {range.y0, range.x0, range.y1, range.x1}) out.varint(side);
  out.varint(l.grid_depth);
  out.varint(l.block_depth);
  out.varint(l.numbers.size());
  for (const ExactNumber& number : l.numbers) {
    out.number(std::bit_cast<std::uint64_t>(number.value));
    out.number(number.rest);
  }
  out.string(l.meaning.kind);
  out.varint(l.meaning.says.size());
  for (const std::int64_t number : l.meaning.says) out.varint(zigzag(number));
  out.flush();
}

namespace {

// The part that all versions have. Version 1 stores integers raw.
void read_how(SectionReader& in, std::uint16_t version, Launch& l) {
  const auto read = [&](auto& number) { read_number(in, version, number); };
  std::int32_t tile = 0;
  read(tile);
  l.tile = tile;
  for (unsigned* const size : {&l.grid.x, &l.grid.y, &l.block.x, &l.block.y, &l.dynamic_shared_bytes}) read(*size);
  l.schedule.kind = read_enum(in, Schedule::Kind::random, "a schedule");
  read(l.schedule.seed);
  l.record = read_enum(in, Record::blocks, "a recording");
  l.out_of_bounds = read_enum(in, OutOfBounds::touch, "an out-of-bounds rule");
  l.window.resize(in.count(version == 1 ? sizeof(BlockRange) : 4, "block ranges"));
  for (BlockRange& range : l.window)
    for (unsigned* const side : {&range.y0, &range.x0, &range.y1, &range.x1}) read(*side);
  if (version == 1) return;
  read(l.grid_depth);
  read(l.block_depth);
}

// In version 3, a 64-bit integer also has its difference from the nearest double.
void read_numbers(SectionReader& in, std::uint16_t version, Launch& l) {
  const bool has_rests = version > 2;
  l.numbers.resize(in.count(sizeof(double) + (has_rests ? sizeof(std::int16_t) : 0), "numbers"));
  for (ExactNumber& number : l.numbers) {
    number.value = std::bit_cast<double>(in.number<std::uint64_t>());
    if (!has_rests) continue;
    number.rest = in.number<std::int16_t>();
    if (number.rest < -most_rest || number.rest > most_rest) in.refuse("a number that is far from its double");
  }
}

}  // namespace

Launch read_launch(SectionReader& in, std::uint16_t version, OldProduct& old) {
  Launch l;
  l.kernel = in.string();
  if (version < 3) old.read_sides(in, version);
  read_how(in, version, l);
  if (version == 2) old.read_whether(in);
  if (version > 1) read_numbers(in, version, l);
  if (version == 2) old.read_arrays(in);
  if (version > 2) {
    l.meaning.kind = in.string();
    l.meaning.says.resize(in.count(1, "properties of its computation"));
    for (std::int64_t& number : l.meaning.says) number = from_zigzag(in.varint());
  }
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

void write_said(const std::vector<PrintCall>& said, SectionWriter& out) {
  out.varint(said.size());
  for (const PrintCall& one : said) {
    out.varint(one.block);
    out.varint(one.thread);
    out.varint(one.events == PrintCall::unknown ? 0 : std::uint64_t{one.events} + 1);
    out.varint(one.line);
    out.varint(one.bytes);
  }
  out.flush();
}

std::vector<PrintCall> read_said(SectionReader& in, const Launch& launch, std::uint64_t bytes,
                                 const std::function<void(std::uint64_t)>& take) {
  constexpr std::uint64_t least_bytes = 5, most = 0xffffffff;
  const std::size_t count = in.count(least_bytes, "pieces of printed text");
  take(count * sizeof(PrintCall));
  std::vector<PrintCall> said(count);
  for (PrintCall& one : said) {
    one.block = in.varint(launch.grid.count() - 1, "a block that printed");
    one.thread = static_cast<std::uint32_t>(in.varint(launch.block.count() - 1, "a thread that printed"));
    const std::uint64_t events = in.varint(most, "events before printed text");
    one.events = events == 0 ? PrintCall::unknown : static_cast<std::uint32_t>(events - 1);
    one.line = static_cast<std::uint32_t>(in.varint(most, "a line that prints"));
    one.bytes = in.varint(bytes, "printed bytes");
    bytes -= one.bytes;
  }
  in.require_end();
  if (bytes != 0) in.refuse("printed bytes without a thread");
  return said;
}

void write_mask_mistakes(const std::vector<MaskMistake>& mistakes, SectionWriter& out) {
  out.varint(mistakes.size());
  for (const MaskMistake& one : mistakes) {
    out.number(static_cast<std::uint8_t>(one.kind));
    out.number(static_cast<std::uint8_t>(one.function));
    out.varint(one.line);
    out.varint(one.times);
    out.varint(one.blocks);
    out.varint(one.intervals.size());
    for (const std::uint32_t interval : one.intervals) out.varint(interval);
    out.varint(one.block);
    out.varint(one.interval);
    out.varint(one.thread);
    out.varint(one.event == MaskMistake::unknown ? 0 : std::uint64_t{one.event} + 1);
    out.number(one.mask);
    out.number(one.lanes);
  }
  out.flush();
}

std::vector<MaskMistake> read_mask_mistakes(SectionReader& in, const Launch& launch,
                                            const std::function<void(std::uint64_t)>& take) {
  constexpr std::uint64_t least_bytes = 19, most = 0xffffffff;
  const std::size_t count = in.count(least_bytes, "calls with wrong masks");
  take(count * sizeof(MaskMistake));
  std::vector<MaskMistake> mistakes(count);
  for (MaskMistake& one : mistakes) {
    one.kind = read_enum(in, MaskMistake::Kind::asked_missing, "a wrong mask");
    one.function = read_enum(in, WarpKind::match_all, "a warp function");
    one.line = static_cast<std::uint32_t>(in.varint(most, "a line with a mask"));
    one.times = in.varint();
    one.blocks = in.varint(launch.grid.count(), "blocks with a mask");
    one.intervals.resize(in.count(1, "intervals with a mask"));
    take(one.intervals.size() * sizeof(std::uint32_t));
    for (std::uint32_t& interval : one.intervals)
      interval = static_cast<std::uint32_t>(in.varint(most, "an interval with a mask"));
    one.block = in.varint(launch.grid.count() - 1, "a block with a mask");
    one.interval = static_cast<std::uint32_t>(in.varint(most, "an interval with a mask"));
    one.thread = static_cast<std::uint32_t>(in.varint(launch.block.count() - 1, "a thread with a mask"));
    const std::uint64_t event = in.varint(most, "an event with a mask");
    one.event = event == 0 ? MaskMistake::unknown : static_cast<std::uint32_t>(event - 1);
    one.mask = in.number<std::uint32_t>();
    one.lanes = in.number<std::uint32_t>();
  }
  in.require_end();
  return mistakes;
}

void write_arrays(const std::vector<ArrayInfo>& arrays, SectionWriter& out) {
  out.varint(arrays.size());
  for (const ArrayInfo& array : arrays) {
    out.string(array.name);
    out.number(static_cast<std::uint8_t>(array.space));
    out.varint(array.sides.size());
    for (const std::int64_t side : array.sides) out.number(side);
    out.number(static_cast<std::uint8_t>(array.number));
    out.varint(array.element_bytes);
  }
  out.flush();
}

std::vector<ArrayInfo> read_arrays(SectionReader& in, std::uint16_t version) {
  const std::uint64_t count = in.varint(no_array - 1, "arrays");
  std::vector<ArrayInfo> arrays(count);
  for (ArrayInfo& array : arrays) {
    array.name = in.string();
    array.space = read_enum(in, Space::local, "a space");
    array.sides.resize(in.count(sizeof(std::int64_t), "sides"));
    for (std::int64_t& side : array.sides) side = in.number<std::int64_t>();
    if (version == 1) continue;
    array.number = read_enum(in, Number::f64, "a number");
    array.element_bytes = static_cast<std::uint32_t>(in.varint(sizeof(double), "bytes of an element"));
  }
  in.require_end();
  if (const std::string wrong = wrong_with(arrays); !wrong.empty()) in.refuse(wrong);
  return arrays;
}

void write_fault(const Fault& fault, SectionWriter& out) {
  out.number(static_cast<std::uint8_t>(fault.kind));
  out.number(fault.block_y);
  out.number(fault.block_x);
  out.string(fault.message);
  out.varint(fault.threads.size());
  for (const Fault::ThreadPlace& place : fault.threads)
    for (const std::uint32_t n : {place.thread_y, place.thread_x, place.line}) out.number(n);
  out.flush();
}

Fault read_fault(SectionReader& in, const Launch& launch) {
  Fault fault;
  fault.kind = read_enum(in, Fault::Kind::limit_reached, "a fault");
  fault.block_y = in.number<std::uint32_t>();
  fault.block_x = in.number<std::uint32_t>();
  if (fault.block_y >= launch.grid.y || fault.block_x >= launch.grid.x)
    in.refuse("a fault in a block outside the grid");
  fault.message = in.string();
  fault.threads.resize(in.count(sizeof(Fault::ThreadPlace), "threads"));
  for (Fault::ThreadPlace& place : fault.threads) {
    place.thread_y = in.number<std::uint32_t>();
    place.thread_x = in.number<std::uint32_t>();
    place.line = in.number<std::uint32_t>();
    if (place.thread_y >= launch.block.y || place.thread_x >= launch.block.x)
      in.refuse("a fault of a thread outside its block");
  }
  in.require_end();
  return fault;
}

void write_buffers(const std::vector<Buffer>& buffers, SectionWriter& out) {
  out.varint(buffers.size());
  for (const Buffer& buffer : buffers) {
    out.string(buffer.name);
    out.varint(buffer.sides.size());
    for (const std::int64_t side : buffer.sides) out.number(side);
    out.string(buffer.fill);
    out.number(static_cast<std::uint8_t>(buffer.number));
    out.number(static_cast<std::uint8_t>(buffer.element_bytes));
    out.number(static_cast<std::uint8_t>(buffer.is_unsigned ? 1 : 0));
    out.varint(buffer.bytes.size());
    out.bytes(buffer.bytes.data(), buffer.bytes.size());
  }
  out.flush();
}

std::vector<Buffer> read_buffers(SectionReader& in, const std::vector<ArrayInfo>& arrays) {
  std::vector<Buffer> buffers(in.varint(arrays.size(), "buffers"));
  for (Buffer& buffer : buffers) {
    buffer.name = in.string();
    buffer.sides.resize(in.count(sizeof(std::int64_t), "sides"));
    for (std::int64_t& side : buffer.sides) side = in.number<std::int64_t>();
    buffer.fill = in.string();
    buffer.number = read_enum(in, Number::f64, "a number");
    buffer.element_bytes = in.number<std::uint8_t>();
    if (!may_have(buffer.number, buffer.element_bytes))
      in.refuse(fmt::format("numbers of {} bytes", buffer.element_bytes));
    buffer.is_unsigned = in.varint(1, "a flag") != 0;
    buffer.bytes.resize(in.count(1, "bytes"));
    in.bytes(buffer.bytes.data(), buffer.bytes.size());
    const std::string wrong = wrong_with(buffer, arrays[static_cast<std::size_t>(&buffer - buffers.data())]);
    if (!wrong.empty()) in.refuse(wrong);
  }
  in.require_end();
  return buffers;
}

}  // namespace tilescope::file
