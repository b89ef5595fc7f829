#include "instrumentation/trace/launch.h"

#include <algorithm>
#include <cstring>

namespace tilescope {

std::string sides_in_words(Size2 of, unsigned depth, std::string_view times) {
  std::string sides = std::to_string(of.x);
  if (of.y == 1) return sides;
  const auto add = [&](unsigned side, std::string_view way) {
    sides.append(times).append(std::to_string(side)).append(way);
  };
  sides += " wide";
  add(of.y / depth, " high");
  if (depth > 1) add(depth, " deep");
  return sides;
}

std::string place_among(Size2 sides, std::uint64_t number) {
  return place_among(sides, static_cast<unsigned>(number / sides.x), static_cast<unsigned>(number % sides.x));
}

std::string place_among(Size2 sides, unsigned y, unsigned x) {
  if (sides.y == 1) return std::to_string(x);
  return "(" + std::to_string(y) + "," + std::to_string(x) + ")";
}

double number_at(std::span<const std::byte> all, std::uint64_t offset, Number number, std::uint32_t bytes,
                 bool is_unsigned) {
  if (bytes == 0 || offset + bytes > all.size()) return 0;
  std::uint64_t bits = 0;
  std::memcpy(&bits, all.data() + offset, bytes);
  if (bytes < 4 && !is_unsigned) {  // sign extension
    const unsigned above = 64 - 8 * bytes;
    bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << above) >> above) & 0xffffffff;
  }
  return as_double(number, bits);
}

double Buffer::in(std::span<const std::byte> others, std::uint64_t element) const {
  return number_at(others, element * element_bytes, number, element_bytes, is_unsigned);
}

void Buffer::put(std::uint64_t element, double value) {
  const auto as_float = static_cast<float>(value);
  const std::int64_t whole = is_float(number) ? 0 : static_cast<std::int64_t>(value);
  const void* const from = number == Number::f32   ? static_cast<const void*>(&as_float)
                           : number == Number::f64 ? static_cast<const void*>(&value)
                                                   : static_cast<const void*>(&whole);
  std::memcpy(bytes.data() + element * element_bytes, from, element_bytes);
}

std::uint64_t Buffer::wanted_bytes() const {
  std::uint64_t elements = sides.empty() ? 0 : 1;
  for (const std::int64_t side : sides) elements *= static_cast<std::uint64_t>(side);
  return elements * element_bytes;
}

bool Launch::records(unsigned block_y, unsigned block_x) const {
  switch (record) {
    case Record::full: return true;
    case Record::counts: return false;
    case Record::window:
    case Record::blocks: break;
  }
  return std::any_of(window.begin(), window.end(),
                     [&](const BlockRange& range) { return range.contains(block_y, block_x); });
}

}  // namespace tilescope
