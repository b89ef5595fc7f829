// What leaves an event besides accesses, and what a kernel says by itself.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "instrumentation/machine/block/block.h"
#include "instrumentation/machine/functions/print.h"

namespace tilescope::machine {

namespace {

std::uint32_t origin_of_both(std::uint32_t a, std::uint32_t b) {
  if (a == no_origin || a == b) return b;
  return b == no_origin ? a : many_origins;
}

// As functions take it: an int widened by its sign.
std::uint64_t widened(Number number, std::uint64_t bits) {
  return number == Number::i32 ? static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(bits)}) : bits;
}

}  // namespace

std::uint32_t& Block::origin_of(Recorder::Group& group, Origin origin) {
  if (origin.row == 0) return group.origins[origin.place];
  const Row& row = code_.rows[origin.row - 1];
  const std::uint32_t added = row.index.is_none() ? 0 : static_cast<std::uint32_t>(uniforms_[row.index.number()]);
  return group.origins[code_.locals[row.local].first_origin + row.word + added];
}

std::uint32_t Block::origin_at(Recorder::Group& group, Origin origin) {
  return origin.is_none() ? no_origin : origin_of(group, origin);
}

void Block::origin(const Instruction& i) {
  const OriginMove& move = code_.origins[i.what];
  for (const std::uint32_t number : recorder_.groups_of(front_.lanes)) {
    Recorder::Group& group = recorder_.group(number);
    const std::uint32_t both = origin_of_both(origin_at(group, move.a), origin_at(group, move.b));
    origin_of(group, move.d) = both;
  }
}

void Block::sum(const Instruction& i) {
  const Sum& sum = code_.sums[i.what];
  const bool wide = is_wide(code_.sites[sum.site].number);
  const void* const value = at(sum.value);
  const bool scalar = sum.at.unit == 0;
  const std::uint32_t size = bytes_of(sum.at.cell);
  for (const std::uint32_t number : recorder_.groups_of(front_.lanes)) {
    Recorder::Group& group = recorder_.group(number);
    const std::uint32_t a = origin_at(group, sum.a), b = origin_at(group, sum.b);
    if (sum.unless_constant && a == no_origin) {
      origin_of(group, sum.result) = no_origin;
      continue;
    }
    const std::uint32_t self = group.number;
    const std::uint32_t origins = distance_back(self, a) | distance_back(self, b) << 16;
    const Where first = scalar ? Where{} : where(sum.at, group.lanes[0]);
    std::uint32_t* const row =
        recorder_.add(group, {sum.site, origins, scalar ? sum.at.array : first.array, Common::Stray::no});
    origin_of(group, sum.result) = self;
    if (row == nullptr) continue;
    const auto count = static_cast<std::uint32_t>(group.lanes.size());
    if (recorder_.words() > 2) operations_.fill(row + 2 * std::size_t{count}, 0, count);
    const bool same_place = scalar || sum.at.lane.is_none();
    if (same_place)
      operations_.fill(
          row, scalar ? static_cast<std::uint32_t>(sum.at.constant) : static_cast<std::uint32_t>(first.byte / size),
          count);
    else
      for (std::uint32_t n = 0; n < count; ++n)
        row[n] = static_cast<std::uint32_t>(where(sum.at, group.lanes[n]).byte / size);
    if (!wide && sum.value.is_uniform()) {
      operations_.fill(row + count, static_cast<const std::uint32_t*>(value)[0], count);
    } else if (!wide && group.lanes.back() - group.lanes.front() + 1U == count) {
      operations_.stream(row + count, static_cast<const std::uint32_t*>(value) + group.lanes.front(), count);
    } else {
      for (std::uint32_t n = 0; n < count; ++n) {
        const std::uint64_t bits = get(sum.value, code_.sites[sum.site].number, group.lanes[n]);
        row[count + n] = static_cast<std::uint32_t>(bits);
        if (recorder_.words() > 2) row[2 * count + n] = static_cast<std::uint32_t>(bits >> 32);
      }
    }
  }
  note_line(code_.sites[sum.site].line);
}

void Block::function(const Instruction& i) {
  const Call& call = code_.calls[i.what];
  std::uint64_t arguments[16] = {}, results[8] = {};
  const auto once = [&](std::uint32_t lane) {
    for (std::size_t n = 0; n < call.arguments.size() && n < std::size(arguments); ++n)
      arguments[n] = widened(call.numbers[n], get(call.arguments[n], call.numbers[n], lane));
    call.function(arguments, results);
    for (std::size_t n = 0; n < call.results.size() && n < std::size(results); ++n)
      set(call.results[n], call.result_numbers[n], lane,
          is_wide(call.result_numbers[n]) ? results[n] : results[n] & 0xffffffff);
  };
  bool uniform = true;
  for (const Slot slot : call.results) uniform = uniform && (slot.is_none() || slot.is_uniform());
  if (uniform)
    once(0);
  else
    each_lane(once);
}

void Block::print(const Instruction& i) {
  const Print& print = code_.prints[i.what];
  constexpr std::size_t most = std::size_t{1} << 20;  // as much as a GPU keeps
  each_lane([&](std::uint32_t lane) {
    std::string& said = results_[lane / threads_].printed;
    if (said.size() > most) return;
    std::vector<Argument> arguments;
    for (std::size_t n = 0; n < print.arguments.size(); ++n) {
      Argument argument;
      argument.kind = print.kinds[n];
      if (argument.kind == language::TypeKind::array) {
        argument.kind = language::TypeKind::pointer;
        argument.text = print.texts[n];
      } else {
        const bool wide = argument.kind == language::TypeKind::double_ || argument.kind >= language::TypeKind::long_;
        const bool signed_int = argument.kind == language::TypeKind::int_;
        const std::uint64_t bits = get(
            print.arguments[n], wide && argument.kind != language::TypeKind::float_ ? Number::i64 : Number::i32, lane);
        argument.bits = signed_int ? widened(Number::i32, bits) : bits;
      }
      arguments.push_back(argument);
    }
    said += printed(print.format, arguments);
  });
}

void Block::check(const Instruction& i) {
  for (const std::uint16_t lane : front_.lanes.list()) {
    if (get(i.a, Number::i32, lane) != 0) continue;
    const Fault::Place place = place_of(lane, i.what);
    fault(Fault::Kind::endless_loop,
          fmt::format("{}: thread ({},{}) of block ({},{}) failed the assertion in line {}", code_.kernel->name,
                      place.thread_y, place.thread_x, block_y_, block_x_, i.what),
          {place});
    return;
  }
}

}  // namespace tilescope::machine
