#include "tests/fuzz/machine_launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "tests/fuzz/kernel_grammar.h"

namespace tilescope::fuzz {

namespace {

using language::Type;
using language::TypeKind;

// What a random stream of its own begins with.
enum class Part : std::uint64_t { shape = 1, ways, keeps, scalar = 1000, array = 2000 };
Random stream(std::uint64_t seed, Part part, std::size_t n = 0) {
  return Random((seed << 16) + static_cast<std::uint64_t>(part) + n);
}

template <class T>
std::uint64_t bits(T value) {
  std::uint64_t word = 0;
  std::memcpy(&word, &value, sizeof value);
  return word;
}

std::uint64_t random_number(Random& random, TypeKind kind) {
  static constexpr double reals[] = {0, 1, -1, 0.5, 3.25, -1e10, 1e30, 1e-40, 7};
  const int small = random.between(random.chance(20) ? -40 : 0, random.chance(70) ? 9 : 200);
  const bool is_any = random.chance(10);
  switch (kind) {
    case TypeKind::bool_: return random.below(2);
    case TypeKind::float_:
      if (is_any) return random.next() & 0xffffffff;
      return bits(static_cast<float>(random.chance(30) ? random.one_of(reals) : small * 0.5));
    case TypeKind::double_:
      return is_any ? random.next() : bits(random.chance(30) ? random.one_of(reals) : small * 0.5);
    case TypeKind::char_:
    case TypeKind::signed_char:
      return static_cast<std::uint32_t>(static_cast<std::int8_t>(is_any ? random.between(-128, 127) : small));
    case TypeKind::unsigned_char: return static_cast<std::uint8_t>(is_any ? random.between(0, 255) : small);
    case TypeKind::short_: return static_cast<std::uint32_t>(static_cast<std::int16_t>(is_any ? random.next() : small));
    case TypeKind::unsigned_short: return static_cast<std::uint16_t>(is_any ? random.next() : small);
    case TypeKind::int_:
    case TypeKind::unsigned_int: return static_cast<std::uint32_t>(is_any ? random.next() : small);
    default: return is_any ? random.next() : static_cast<std::uint64_t>(std::int64_t{small});
  }
}

// Numbers of the element's type; of a structure, words that are small numbers or floats.
void fill(std::vector<std::byte>& bytes, Type element, Random& random) {
  const std::size_t way = random.below(6);
  const bool is_number = element.is_arithmetic();
  const TypeKind kind = is_number ? element.kind() : random.chance(50) ? TypeKind::int_ : TypeKind::float_;
  const std::size_t step = is_number ? element->size : 4;
  for (std::size_t at = 0, n = 0; at < bytes.size(); at += step, ++n) {
    const std::uint64_t word = way == 0                             ? 0
                               : way == 1                           ? random.next()
                               : way == 2 && !element.is_floating() ? n
                                                                    : random_number(random, kind);
    std::memcpy(bytes.data() + at, &word, std::min(step, bytes.size() - at));
  }
  if (element.is(TypeKind::bool_))
    for (std::byte& byte : bytes) byte &= std::byte{1};
}

// Most programs show what is wrong with them in a few threads and rounds, and then many more of them can be tried.
void small_shape(machine::Launch& launch, std::uint64_t seed) {
  Random random = stream(seed, Part::shape);
  static constexpr std::uint32_t usual[] = {1, 2, 3, 5, 8, 31, 32, 33, 40, 48};
  launch.block[0] = random.one_of(usual);
  if (random.chance(25)) {
    launch.block[0] = static_cast<std::uint32_t>(random.between(1, 7));
    launch.block[1] = static_cast<std::uint32_t>(random.between(1, 6));
    if (random.chance(30)) launch.block[2] = 2;
  }
  launch.grid[0] = static_cast<std::uint32_t>(random.between(1, random.chance(20) ? 4 : 2));
  if (random.chance(15)) launch.grid[1] = 2;
  if (random.chance(5)) launch.grid[2] = 2;
  static constexpr std::uint32_t shared[] = {0, 4, 64, 256, 1000};
  launch.dynamic_shared_bytes = random.one_of(shared);
}

void shape(machine::Launch& launch, std::uint64_t seed) {
  Random random = stream(seed, Part::shape);
  static constexpr std::uint32_t usual[] = {1, 2, 3, 7, 16, 31, 32, 33, 48, 64};
  const std::uint32_t most = random.chance(6) ? 1024 : 64;
  launch.block[0] = most > 64 ? static_cast<std::uint32_t>(random.between(1, 1024)) : random.one_of(usual);
  if (random.chance(35)) {
    launch.block[0] = static_cast<std::uint32_t>(random.between(1, 8));
    launch.block[1] = static_cast<std::uint32_t>(random.between(1, 8));
    if (random.chance(30)) launch.block[2] = std::min(4U, most / (launch.block[0] * launch.block[1]) + 1);
  }
  launch.grid[0] = static_cast<std::uint32_t>(random.between(1, random.chance(20) ? 12 : 4));
  if (random.chance(30)) launch.grid[1] = static_cast<std::uint32_t>(random.between(1, 3));
  if (random.chance(15)) launch.grid[2] = static_cast<std::uint32_t>(random.between(1, 3));
  static constexpr std::uint32_t shared[] = {0, 4, 64, 256, 1000, 1024, 4096};
  launch.dynamic_shared_bytes = random.one_of(shared);
}

void ways(machine::Launch& launch, std::uint64_t seed, Size size) {
  Random random = stream(seed, Part::ways);
  static constexpr Schedule::Kind kinds[] = {Schedule::Kind::in_order, Schedule::Kind::reverse,
                                             Schedule::Kind::warp_interleaved, Schedule::Kind::random};
  static constexpr OutOfBounds strays[] = {OutOfBounds::poison, OutOfBounds::zero, OutOfBounds::stale,
                                           OutOfBounds::touch};
  static constexpr std::uint64_t rounds[] = {5, 50, 200, 500, 2000, 2000}, few_rounds[] = {3, 8, 20, 40, 80};
  launch.schedule = {random.one_of(kinds), random.below(1000)};
  launch.out_of_bounds = random.one_of(strays);
  launch.most_rounds = size == Size::small ? random.one_of(few_rounds) : random.one_of(rounds);
  if (launch.threads() > 64) launch.most_rounds = std::min<std::uint64_t>(launch.most_rounds, 100);
}

}  // namespace

machine::Launch random_launch(const machine::Code& code, std::uint64_t seed, Size size) {
  static constexpr std::size_t counts[] = {0, 1, 2, 5, 16, 31, 40, 64, 100, 128, 256, 500};
  machine::Launch launch;
  size == Size::small ? small_shape(launch, seed) : shape(launch, seed);
  ways(launch, seed, size);
  for (std::size_t n = 0; n < code.arrays.size(); ++n) {
    const machine::Array& array = code.arrays[n];
    Random random = stream(seed, Part::array, n);
    const std::size_t count = size == Size::small ? counts[random.below(8)] : random.one_of(counts);
    const std::size_t odd = random.chance(5) ? random.below(4) : 0;
    std::vector<std::byte> bytes;
    if (array.given != nullptr) bytes.resize(array.bytes != 0 ? array.bytes : count * array.element->size + odd);
    fill(bytes, array.element, random);
    if (!bytes.empty()) std::copy_n(array.first.begin(), std::min(array.first.size(), bytes.size()), bytes.begin());
    launch.arrays.push_back(std::move(bytes));
  }
  for (std::size_t n = 0; n < code.scalars.size(); ++n) {
    Random random = stream(seed, Part::scalar, n);
    launch.scalars.push_back(random_number(random, code.scalars[n].type.kind()));
  }
  return launch;
}

std::function<bool(std::uint64_t)> random_keeps(std::uint64_t seed) {
  Random random = stream(seed, Part::keeps);
  switch (random.below(6)) {
    case 0: return [](std::uint64_t) { return false; };
    case 1: return [](std::uint64_t block) { return block % 2 == 0; };
    case 2: return [](std::uint64_t block) { return block >= 2; };
    default: return {};
  }
}

std::string told(const machine::Launch& launch, const machine::Code& code) {
  static constexpr const char* schedules[] = {"in order", "reverse", "warps interleaved", "random"};
  static constexpr const char* strays[] = {"poison", "zero", "stale", "touch"};
  std::string text = fmt::format(
      "grid {} {} {}, block {} {} {}, {} dynamic bytes, {} (seed {}), out of bounds {}, {} rounds at most\n",
      launch.grid[0], launch.grid[1], launch.grid[2], launch.block[0], launch.block[1], launch.block[2],
      launch.dynamic_shared_bytes, schedules[static_cast<int>(launch.schedule.kind)], launch.schedule.seed,
      strays[static_cast<int>(launch.out_of_bounds)], launch.most_rounds);
  for (std::size_t n = 0; n < code.arrays.size(); ++n)
    if (code.arrays[n].given != nullptr)
      text += fmt::format("  {}: {} bytes\n", code.arrays[n].name, launch.arrays[n].size());
  for (std::size_t n = 0; n < code.scalars.size(); ++n)
    text += fmt::format("  {}: {:#x}\n", code.kernel->parameters[code.scalars[n].parameter].name, launch.scalars[n]);
  return text;
}

}  // namespace tilescope::fuzz
