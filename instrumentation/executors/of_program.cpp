#include "instrumentation/executors/of_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "instrumentation/error.h"
#include "instrumentation/executors/of_launch.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/compiler/layout.h"
#include "instrumentation/machine/fences.h"

namespace tilescope {

namespace {

using machine::Array;
using machine::bits_of;
using machine::Code;
using machine::number_in;

std::vector<std::uint64_t> machine_scalars(const RecordedKernel& kernel, const Launch& launch) {
  const Code& code = kernel.prepared->code();
  std::vector<std::uint64_t> scalars;
  for (std::size_t n = 0; n < code.scalars.size(); ++n)
    scalars.push_back(bits_of(n < launch.numbers.size() ? launch.numbers[n] : ExactNumber(), code.scalars[n].type));
  return scalars;
}

}  // namespace

machine::Launch machine_shape(const RecordedKernel& kernel, const Launch& launch) {
  machine::Launch to;
  to.grid = {launch.grid.x, launch.grid.y / launch.grid_depth, launch.grid_depth};
  to.block = {launch.block.x, launch.block.y / launch.block_depth, launch.block_depth};
  to.dynamic_shared_bytes = launch.dynamic_shared_bytes;
  to.out_of_bounds = launch.out_of_bounds;
  to.schedule = launch.schedule;
  to.most_rounds = loop_limit(launch);
  to.scalars = machine_scalars(kernel, launch);
  return to;
}

machine::Launch machine_launch(const RecordedKernel& kernel, const Launch& launch) {
  machine::Launch to = machine_shape(kernel, launch);
  to.arrays.resize(kernel.prepared->code().arrays.size());
  for (std::size_t n = 0; n < to.arrays.size() && n < launch.buffers.size(); ++n)
    to.arrays[n] = launch.buffers[n].bytes;
  return to;
}

bool has_floats(const Array& array) { return number_in(array).is(language::TypeKind::float_); }

namespace {

void add_names(std::vector<std::pair<std::uint64_t, std::string>>& to, language::Type type, const std::string& name,
               std::uint64_t offset) {
  if (to.size() >= machine::most_leaves) return;
  if (type.is_array()) {
    for (std::uint64_t n = 0; n < type->count; ++n)
      add_names(to, type.inner(), fmt::format("{}[{}]", name, n), offset + n * type.inner()->size);
  } else if (type.is_structure() && !type->structure->is_union) {
    for (const language::Field& field : type->structure->fields)
      add_names(to, field.type, name.empty() ? std::string(field.name) : fmt::format("{}.{}", name, field.name),
                offset + field.offset);
  } else {
    to.emplace_back(offset, name);
  }
}

// The name of each part of a vector or structure; a part within or after a larger number has that number's name.
std::vector<std::string> names_of_parts(language::Type type, std::uint32_t bytes) {
  std::vector<std::pair<std::uint64_t, std::string>> named;
  add_names(named, type, "", 0);
  std::vector<std::string> parts(type->size / bytes);
  for (const auto& [offset, name] : named)
    for (std::uint64_t part = offset / bytes; part < parts.size(); ++part) parts[part] = name;
  return parts;
}

// The type of each part; empty if all are alike.
std::vector<PartOfArray> kinds_of_parts(language::Type type, std::uint32_t bytes) {
  std::vector<PartOfArray> parts(type->size / bytes, PartOfArray{Number::i32, 0});
  for (const machine::Leaf& leaf : machine::leaves_of(type)) {
    const std::uint64_t part = leaf.offset / bytes;
    if (leaf.offset % bytes != 0 || part >= parts.size() || parts[part].bytes != 0) continue;
    parts[part] = {machine::number_of(leaf.type), machine::bytes_of(machine::cell_of(leaf.type)),
                   leaf.type.is_unsigned()};
  }
  const bool are_alike =
      std::all_of(parts.begin(), parts.end(), [&](const PartOfArray& part) { return part == parts.front(); });
  return are_alike ? std::vector<PartOfArray>() : parts;
}

// True if the launch passes the kernel this number of columns, counted in vectors.
bool is_given(const Launch& launch, std::int64_t columns, std::int64_t parts) {
  return columns % parts == 0 && std::find(launch.numbers.begin(), launch.numbers.end(),
                                           ExactNumber(static_cast<double>(columns / parts))) != launch.numbers.end();
}

// For vectors in a kernel of unknown meaning: the rows are those of an array that has one number for each vector, if
// there is one; for example, two pictures of the same size.
void name_vectors(ArrayInfo& info, const Launch& launch, std::uint32_t vector) {
  constexpr std::string_view names = "xyzw";
  if (vector < 2 || vector > names.size() || info.elements() % vector != 0) return;
  for (const char name : names.substr(0, vector)) info.parts.emplace_back(1, name);
  if (info.sides.size() == 2 && is_given(launch, info.sides.back(), vector)) return;
  info.sides = {info.elements()};
  for (const Buffer& other : launch.buffers)
    if (other.sides.size() == 2 && other.sides[0] * other.sides[1] * vector == info.elements())
      info.sides = {other.sides[0], other.sides[1] * vector};
}

}  // namespace

ArrayInfo info_of(const RecordedKernel& kernel, const Launch& launch, std::size_t number_of_array) {
  const Array& array = kernel.prepared->code().arrays[number_of_array];
  const language::Type number = number_in(array);
  ArrayInfo info;
  info.name = array.name;
  info.space = array.space;
  info.number = machine::number_of(number);
  info.element_bytes = machine::bytes_of(machine::cell_of(number));
  info.sides = array.sides;
  if (array.dynamic) info.sides = {launch.dynamic_shared_bytes / info.element_bytes};
  // The members of a vector are elements of their own.
  const auto parts = static_cast<std::int64_t>(array.element->size / std::max<std::uint64_t>(info.element_bytes, 1));
  if (parts > 1 && !array.dynamic) info.sides.push_back(parts);
  if (array.space == Space::global && number_of_array < launch.buffers.size()) {
    const Buffer& buffer = launch.buffers[number_of_array];
    if (!buffer.name.empty()) info.name = buffer.name;
    if (!buffer.sides.empty()) info.sides = buffer.sides;  // for structures, those of their members
    if (const auto all = static_cast<std::int64_t>(buffer.bytes.size() / info.element_bytes);
        !buffer.sides.empty() && info.elements() < all)
      info.sides = {all};
  }
  if (array.space == Space::global && info.sides.empty())
    info.sides = {static_cast<std::int64_t>(array.is_parameter ? 0 : array.first.size() / info.element_bytes)};
  info.is_constant = array.variable != nullptr && array.variable->space == language::Space::constant;
  info.is_text = number->kind == language::TypeKind::char_;
  const language::Type type = array.given != nullptr      ? array.given->type
                              : array.variable != nullptr ? array.variable->type
                                                          : language::Type();
  const language::Type inner = type.is_array() || type.is_pointer() ? type.inner() : type;
  info.is_volatile = number.is_integer() && (type.is_volatile() || inner.is_volatile());
  if (parts > 1 && !array.dynamic) {
    info.parts = names_of_parts(array.element, info.element_bytes);
    info.part_kinds = kinds_of_parts(array.element, info.element_bytes);
    info.lie_apart = static_cast<std::size_t>(std::count_if(info.part_kinds.begin(), info.part_kinds.end(),
                                                            [](const PartOfArray& part) { return part.bytes != 0; })) ==
                     machine::leaves_of(array.element).size();
  }
  // The members of a vector are columns only if it is known what the launch computes.
  if (parts > 1 && array.space == Space::global && info.sides.size() == 2 && launch.meaning.kind.empty() &&
      !is_given(launch, info.sides.back(), parts))
    info.sides = {info.elements()};
  if (array.vector > 0 && array.space == Space::global && array.is_parameter && launch.meaning.kind.empty())
    name_vectors(info, launch, array.vector);
  return info;
}

namespace {

// Accesses count indices in their own size; a trace counts elements of the array.
void count_in_elements(const LanesRecord& record, const std::vector<Site>& sites,
                       const std::vector<ArrayInfo>& arrays) {
  const auto count_row = [&](const Site& site, std::uint32_t* row, std::size_t lanes) {
    if (site.array >= arrays.size() || site.kind == Kind::partial_sum || site.kind == Kind::out_of_bounds) return;
    const std::uint32_t bytes = arrays[site.array].element_bytes;
    if (site.bytes == bytes) return;
    for (std::size_t lane = 0; lane < lanes; ++lane)
      row[lane] = static_cast<std::uint32_t>(std::uint64_t{row[lane]} * site.bytes / bytes);
  };
  for (const Segment& segment : record.segments) {
    for (std::uint32_t n = 0; n < segment.events; ++n) {
      const Segment::PieceRow at = Segment::place_of(n);
      count_row(sites[*segment.common(at)], segment.row(at), segment.lanes.size());
    }
    if (!segment.sheet) continue;
    for (const Sheet::Row& row : segment.sheet->rows()) count_row(sites[row.common[0]], row.words, row.lanes);
  }
}

bool any_of_other_size(const std::vector<Site>& sites, const std::vector<ArrayInfo>& arrays) {
  return std::any_of(sites.begin(), sites.end(), [&](const Site& site) {
    return site.array < arrays.size() && site.bytes != arrays[site.array].element_bytes;
  });
}

}  // namespace

void require_declared_sides(const RecordedKernel& kernel, const Launch& launch) {
  const Code& code = kernel.prepared->code();
  for (std::size_t n = 0; n < code.arrays.size() && n < launch.buffers.size(); ++n) {
    const Array& array = code.arrays[n];
    const std::size_t given = launch.buffers[n].bytes.size();
    if (array.space != Space::global || array.is_parameter || given == 0 || given == array.first.size()) continue;
    const std::uint64_t bytes = std::max<std::uint64_t>(info_of(kernel, launch, n).element_bytes, 1);
    throw UsageError(fmt::format("{} declares {} with {} elements, but the launch has {}", kernel.name, array.name,
                                 array.first.size() / bytes, given / bytes));
  }
}

Trace trace_of(const RecordedKernel& kernel, const Launch& launch, machine::Ran ran, std::string executor,
               Backend backend) {
  Trace::Parts parts = parts_of(kernel, launch, std::move(ran));
  parts.executor = std::move(executor);
  parts.backend = backend;
  return Trace(std::move(parts));
}

std::vector<BlockTrace> traces_of(std::vector<machine::BlockResult> blocks, const std::vector<Site>& sites,
                                  const std::vector<ArrayInfo>& arrays) {
  const bool counts_anew = any_of_other_size(sites, arrays);
  std::vector<BlockTrace> traces;
  traces.reserve(blocks.size());
  const LanesRecord* last = nullptr;  // blocks that ran side by side share a record
  for (machine::BlockResult& block : blocks) {
    if (counts_anew && block.record && std::exchange(last, block.record.get()) != block.record.get())
      count_in_elements(*block.record, sites, arrays);
    traces.push_back({std::move(block.record), block.first_lane, block.lost, std::move(block.tallies)});
  }
  return traces;
}

Trace::Parts parts_of(const RecordedKernel& kernel, const Launch& launch, machine::Ran ran) {
  Trace::Parts parts;
  parts.launch = launch;
  parts.kernel_text = kernel.text;
  parts.sites = ran.code->sites;
  parts.interleaved = ran.way == machine::RunMode::interleaved;
  parts.slabs = std::move(ran.slabs);
  parts.fault = std::move(ran.fault);
  parts.printed = std::move(ran.printed);
  parts.said = std::move(ran.said);
  parts.mask_mistakes = std::move(ran.mask_mistakes);
  if (parts.mask_mistakes)
    std::sort(parts.mask_mistakes->begin(), parts.mask_mistakes->end(),
              [](const MaskMistake& a, const MaskMistake& b) { return a.cause() < b.cause(); });
  parts.left.resize(ran.code->arrays.size());
  for (std::size_t n = 0; n < ran.code->arrays.size(); ++n) {
    const Array& array = ran.code->arrays[n];
    parts.arrays.push_back(info_of(kernel, launch, n));
    if (array.space == Space::global && array.is_written && n < ran.arrays.size())
      parts.left[n] = std::move(ran.arrays[n]);
  }
  auto overtaking = machine::sites_past_unfenced_stores(*ran.code);
  for (std::size_t n = 0; n < parts.arrays.size(); ++n) parts.arrays[n].overtaken_by = std::move(overtaking[n]);
  parts.blocks = traces_of(std::move(ran.blocks), parts.sites, parts.arrays);
  return parts;
}

}  // namespace tilescope
