// Events other than accesses, and the output of printf and assert.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "instrumentation/machine/block/block.h"
#include "instrumentation/machine/block/said.h"

namespace tilescope::machine {

namespace {

std::uint32_t origin_of_both(std::uint32_t a, std::uint32_t b) {
  if (a == no_origin || a == b) return b;
  return b == no_origin ? a : many_origins;
}

// As functions expect it: an int is sign-extended.
std::uint64_t widened(Number number, std::uint64_t bits) {
  return number == Number::i32 ? static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(bits)}) : bits;
}

}  // namespace

std::uint32_t Block::place_of(Origin origin) const {
  if (origin.row == 0) return origin.place;
  const Row& row = code_.rows[origin.row - 1];
  return code_.locals[row.local].first_origin + word_of(row);
}

void Block::origin(const Instruction& i) {
  if (!recorder_.keeps_origins()) return;
  const OriginMove& move = code_.origins[i.what];
  const std::uint32_t d = place_of(move.d), a = place_of(move.a), b = place_of(move.b);
  const Recorder::Parts& parts = this->parts();
  for (const std::uint32_t number : parts.groups) {
    std::vector<std::uint32_t>& origins = recorder_.group(number).origins;
    origins[d] = origin_of_both(origins[a], origins[b]);
  }
  if (parts.alone == nullptr) return;
  std::uint32_t* const to = recorder_.origins(d);
  const std::uint32_t *const of_a = recorder_.origins(a), *const of_b = recorder_.origins(b);
  const LaneSet& lanes = parts.alone->set();
  if (b == 0)
    operations_.copy(to, of_a, parts.alone->mask(), lanes.first(), lanes.end());
  else
    operations_.both_origins(to, of_a, of_b, parts.alone->mask(), lanes.first(), lanes.end());
}

void Block::sum(const Instruction& i) {
  const Sum& sum = code_.sums[i.what];
  if (sum.at.array == anywhere) {
    const std::vector<std::uint32_t> before(parts().groups.begin(), parts().groups.end());
    for (const std::uint32_t number : before)
      recorder_.part_by(number, [&](std::uint32_t lane) { return where(sum.at, lane).array; });
  }
  const Recorder::Parts& parts = this->parts();
  const bool asked = recorder_.keeps() && (sum.at.unit != 0 || parts.alone != nullptr);
  const bool in_rows = asked && !is_wide(code_.sites[sum.site].number) && find_indices(sum);
  for (const std::uint32_t number : parts.groups) tell_sum(recorder_.group(number), sum, in_rows);
  if (parts.alone != nullptr) tell_sums(*parts.alone, sum, in_rows);
  note_line(code_.sites[sum.site].line);
}

std::uint32_t Block::sum_site(const Sum& sum, std::uint32_t lane) const {
  if (sum.at.array != anywhere) return sum.site;
  const std::uint32_t array = where(sum.at, lane).array;
  return sum.site + static_cast<std::uint32_t>(2 * (array == no_array ? areas_.size() : array));
}

std::uint32_t Block::sum_index(const Sum& sum, std::uint32_t lane) const {
  if (sum.at.unit == 0) return static_cast<std::uint32_t>(sum.at.constant);  // for a scalar
  return told_index(where(sum.at, lane).byte / bytes_of(sum.at.cell));
}

void Block::tell_sum(Recorder::Group& group, const Sum& sum, bool in_rows) {
  const std::uint32_t a = group.origins[place_of(sum.a)], b = group.origins[place_of(sum.b)];
  const std::uint32_t self = group.number;
  const bool leaves_none = sum.unless_constant && a == no_origin;
  group.origins[place_of(sum.result)] = leaves_none ? no_origin : self;
  if (leaves_none) return;
  const std::uint32_t first = group.lanes.front();
  std::uint32_t* const row =
      recorder_.add(group, {sum_site(sum, first), distance_back(self, a) | distance_back(self, b) << 16});
  if (row == nullptr) return;
  const auto count = static_cast<std::uint32_t>(group.lanes.size());
  for (std::uint32_t n = 2; n < recorder_.shape().words(); ++n)
    operations_.fill(row + std::size_t{n} * count, 0, count);
  if (sum.at.unit == 0 || sum.at.lane.is_none())
    operations_.fill(row, sum_index(sum, first), count);
  else if (in_rows)
    put_row(row, reinterpret_cast<const std::uint32_t*>(indices_), group);
  else
    for (std::uint32_t n = 0; n < count; ++n) row[n] = sum_index(sum, group.lanes[n]);
  const bool wide = is_wide(code_.sites[sum.site].number);
  const auto* const value = static_cast<const std::uint32_t*>(at(sum.value));
  if (!wide && sum.value.is_uniform()) {
    operations_.fill(row + count, *value, count);
  } else if (!wide) {
    put_row(row + count, value, group);
  } else {
    for (std::uint32_t n = 0; n < count; ++n) {
      const std::uint64_t bits = get(sum.value, code_.sites[sum.site].number, group.lanes[n]);
      row[count + n] = static_cast<std::uint32_t>(bits);
      if (recorder_.shape().wide) row[2 * count + n] = static_cast<std::uint32_t>(bits >> 32);
    }
  }
}

// Copies the words of a group's lanes from a row of all lanes.
void Block::put_row(std::uint32_t* to, const std::uint32_t* from, const Recorder::Group& group) const {
  const auto count = static_cast<std::uint32_t>(group.lanes.size());
  if (group.set.dense()) return operations_.stream(to, from + group.set.first(), count);
  const std::uint16_t* const lanes = group.lanes.data();
  for (std::uint32_t n = 0; n < count; ++n) to[n] = from[lanes[n]];
}

// For a sum that is recorded unless it is constant: finds the lanes that record it.
bool Block::find_with_origin(const SpreadLanes& lanes, const Sum& sum) {
  some_.clear();
  const std::uint32_t* const a = recorder_.origins(place_of(sum.a));
  std::uint32_t* const result = recorder_.origins(place_of(sum.result));
  for (const std::uint16_t lane : lanes.list()) {
    if (a[lane] != no_origin)
      some_.add(lane);
    else
      result[lane] = no_origin;
  }
  spread_some_.set(some_);
  return !some_.empty();
}

// Finds by lane the elements that hold a sum, if all can be found at once.
bool Block::find_indices(const Sum& sum) {
  if (sum.at.unit != 0) return find_words(sum.at);
  use(found_now_);
  std::fill(indices_ + front_.lanes.first(), indices_ + front_.lanes.end(), static_cast<std::int32_t>(sum.at.constant));
  return true;
}

void Block::tell_sums(const SpreadLanes& all, const Sum& sum, bool in_rows) {
  if (sum.unless_constant && !find_with_origin(all, sum)) return;
  const SpreadLanes& lanes = sum.unless_constant ? spread_some_ : all;
  if (recorder_.keeps())
    operations_.distances(origins_.data(), recorder_.numbers(), recorder_.origins(place_of(sum.a)),
                          recorder_.origins(place_of(sum.b)), lanes.set().first() / 16 * 16,
                          (lanes.set().end() + 15) / 16 * 16);
  const std::uint32_t place = place_of(sum.result);
  const Number number = code_.sites[sum.site].number;
  if (in_rows || (!recorder_.keeps() && sum.at.array != anywhere)) {
    recorder_.tell_alone(
        lanes, {sum.site, origins_.data(), reinterpret_cast<const std::uint32_t*>(indices_), words_of(sum.value)},
        place);
    return;
  }
  recorder_.tell_alone(lanes.list(), [&](std::uint32_t lane, std::uint32_t self) -> Recorder::LaneEvent {
    recorder_.origins(place)[lane] = self;
    return {{sum_site(sum, lane), origins_[lane]}, {sum_index(sum, lane), get(sum.value, number, lane)}};
  });
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
  each_lane([&](std::uint32_t lane) {
    BlockResult& result = results_[lane / threads_];
    if (result.left_out > 0 || result.said.size() >= most_calls_) {
      ++result.left_out;
      return;
    }
    const std::string text = text_of(print, [&](std::size_t n) {
      return get(print.arguments[n], is_wide_argument(print.kinds[n]) ? Number::i64 : Number::i32, lane);
    });
    if (result.printed.size() + text.size() > most_printed_) {
      ++result.left_out;
      return;
    }
    result.printed += text;
    result.said.push_back({.block = first_ + lane / threads_,
                           .thread = lane % threads_,
                           .events = sites_ == nullptr ? recorder_.number_of(lane) : PrintCall::unknown,
                           .line = code_.lines[front_.at],
                           .bytes = text.size()});
  });
}

void Block::check(const Instruction& i) {
  for (const std::uint16_t lane : list()) {
    if (get(i.a, Number::i32, lane) != 0) continue;
    const Fault::ThreadPlace place = place_of(lane, i.what);
    fault(Fault::Kind::failed_assert,
          fmt::format("{}: thread {} of block {} failed the assertion on line {}", code_.kernel->name,
                      thread_in_words(place), block_in_words(), i.what),
          {place});
    return;
  }
}

}  // namespace tilescope::machine
