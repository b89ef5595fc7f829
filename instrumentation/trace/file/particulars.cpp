#include "instrumentation/trace/file/particulars.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>

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

constexpr std::int64_t most_side_of_product = 1 << 15;

// Whether a number of that kind may lie in so many bytes: shorter ones are whole.
bool may_have(Number number, std::uint32_t bytes) {
  if (is_wide(number)) return bytes == sizeof(double);
  return bytes == sizeof(float) || (!is_float(number) && (bytes == 1 || bytes == 2));
}

// Of what is given to an array of any launch: nothing, or all its elements.
std::string wrong_with(const Buffer& buffer, const ArrayInfo& array) {
  if (buffer.bytes.empty() || array.space != Space::global) return "";
  const auto elements = static_cast<std::uint64_t>(array.elements());
  if (buffer.element_bytes == array.element_bytes && buffer.bytes.size() == elements * buffer.element_bytes) return "";
  return fmt::format("{} bytes for {}, which has {} elements of {}", buffer.bytes.size(), array.name, elements,
                     array.element_bytes);
}

}  // namespace

std::string wrong_with(const Launch& l) {
  for (const std::int64_t side : {l.m, l.n, l.k})
    if ((l.has_matrices() || l.is_product ? side < 1 : side != 0) || side > static_cast<std::int64_t>(most_elements))
      return fmt::format("a side of {}", side);
  for (const char* const matrix : {"A", "B", "C"})
    if (elements_of(l, matrix) > most_elements) return fmt::format("{} of {} elements", matrix, elements_of(l, matrix));
  if (l.grid.count() == 0 || l.block.count() == 0) return "a grid of no blocks, or a block of no threads";
  if (l.threads_per_block() > most_threads_per_block)
    return fmt::format("a block of {} threads, and {} are the most", l.threads_per_block(), most_threads_per_block);
  if (const auto& product = l.product) {
    if (l.has_matrices()) return "two products";
    for (const ProductIn::Matrix& matrix : {product->a, product->b, product->c})
      for (const std::int64_t side : {matrix.rows, matrix.columns})
        if (side < 1 || side > most_side_of_product) return fmt::format("a side of {}", side);
    if (product->a.rows != product->c.rows || product->a.columns != product->b.rows ||
        product->b.columns != product->c.columns)
      return "a product of sides that do not fit";
  }
  if (l.grid_depth == 0 || l.grid.y % l.grid_depth != 0) return fmt::format("a grid of {} layers", l.grid_depth);
  if (l.block_depth == 0 || l.block.y % l.block_depth != 0) return fmt::format("a block of {} layers", l.block_depth);
  return "";
}

std::string wrong_with(const std::vector<ArrayInfo>& arrays, const Launch& launch) {
  if (arrays.size() >= no_array) return fmt::format("{} arrays", arrays.size());
  if (const auto& product = launch.product)
    for (const ProductIn::Matrix& matrix : {product->a, product->b, product->c})
      if (matrix.array >= arrays.size()) return "a product of an array that is not there";
  std::string matrices;
  for (const ArrayInfo& array : arrays) {
    if (!may_have(array.number, array.element_bytes))
      return fmt::format("{} of elements of {} bytes", array.name, array.element_bytes);
    std::uint64_t elements = 1;
    for (const std::int64_t side : array.sides) {
      if (side < 0 || side > static_cast<std::int64_t>(most_elements)) return fmt::format("a side of {}", side);
      if ((elements *= static_cast<std::uint64_t>(side)) > most_elements) return array.name + " has too many elements";
    }
    if (array.space != Space::global || !launch.has_matrices()) continue;
    if (array.name != "A" && array.name != "B" && array.name != "C") continue;
    if (matrices.find(array.name) != std::string::npos) return "two arrays " + array.name;
    if (elements != elements_of(launch, array.name)) return array.name + " has other sides than in the launch";
    matrices += array.name;
  }
  return "";
}

void write_launch(const Launch& l, SectionWriter& out) {
  out.string(l.kernel);
  for (const std::int64_t side : {l.m, l.n, l.k}) out.varint(static_cast<std::uint64_t>(side));
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
  out.number(static_cast<std::uint8_t>(l.is_product ? 1 : 0));
  out.varint(l.numbers.size());
  for (const ExactNumber& number : l.numbers) out.number(std::bit_cast<std::uint64_t>(number.value));
  out.number(static_cast<std::uint8_t>(l.product ? 1 : 0));
  if (l.product)
    for (const ProductIn::Matrix* const matrix : {&l.product->a, &l.product->b, &l.product->c}) {
      out.number(matrix->array);
      out.varint(static_cast<std::uint64_t>(matrix->rows));
      out.varint(static_cast<std::uint64_t>(matrix->columns));
      out.number(static_cast<std::uint8_t>(matrix->by_columns ? 1 : 0));
    }
  const auto is_a_double = [](const ExactNumber& number) { return number.rest == 0; };
  if (!std::all_of(l.numbers.begin(), l.numbers.end(), is_a_double))
    for (const ExactNumber& number : l.numbers) out.number(number.rest);
  out.flush();
}

Launch read_launch(SectionReader& in, std::uint16_t version) {
  // Version 1 has whole numbers as they lie in memory.
  const auto read = [&](auto& number) {
    using Number = std::remove_reference_t<decltype(number)>;
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<Number>::max());
    number = version == 1 ? in.number<Number>() : static_cast<Number>(in.varint(most, "a number of the launch"));
  };
  Launch l;
  l.kernel = in.string();
  for (std::int64_t* const side : {&l.m, &l.n, &l.k}) read(*side);
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
  if (version > 1) {
    read(l.grid_depth);
    read(l.block_depth);
    l.is_product = in.varint(1, "a yes or no") != 0;
    l.numbers.resize(in.count(sizeof(double), "numbers"));
    for (ExactNumber& number : l.numbers) number.value = std::bit_cast<double>(in.number<std::uint64_t>());
    if (in.varint(1, "a yes or no") != 0) {
      ProductIn& product = l.product.emplace();
      for (ProductIn::Matrix* const matrix : {&product.a, &product.b, &product.c}) {
        matrix->array = in.number<std::uint8_t>();
        read(matrix->rows);
        read(matrix->columns);
        matrix->by_columns = in.varint(1, "a yes or no") != 0;
      }
    }
    if (in.left() > 0)
      for (ExactNumber& number : l.numbers) {
        number.rest = in.number<std::int16_t>();
        if (number.rest < -most_rest || number.rest > most_rest) in.refuse("a number that is far from what it is");
      }
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

std::vector<ArrayInfo> read_arrays(SectionReader& in, std::uint16_t version, const Launch& launch) {
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
  fault.kind = read_enum(in, Fault::Kind::misaligned_access, "a fault");
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
    buffer.is_unsigned = in.varint(1, "a yes or no") != 0;
    buffer.bytes.resize(in.count(1, "bytes"));
    in.bytes(buffer.bytes.data(), buffer.bytes.size());
    const std::string wrong = wrong_with(buffer, arrays[static_cast<std::size_t>(&buffer - buffers.data())]);
    if (!wrong.empty()) in.refuse(wrong);
  }
  in.require_end();
  return buffers;
}

}  // namespace tilescope::file
