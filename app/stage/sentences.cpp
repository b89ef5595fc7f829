// The sentences about each step.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "app/stage/assignment.h"
#include "app/stage/stage.h"

namespace tilescope {

namespace {

// "a[]", "a[] and b[]", "a[], b[] and c[]".
std::string names(const Scenery& scenery, const std::set<std::uint8_t>& arrays) {
  std::string text;
  std::size_t left = arrays.size();
  for (const std::uint8_t array : arrays) {
    const ArrayInfo& info = scenery.arrays()[array];
    text += (text.empty() ? "" : left == 1 ? " and " : ", ") + info.name;
    if (info.elements() != 1) text += scenery.words().array_mark;
    --left;
  }
  return text;
}

bool has_only_strays(const Touched& touched) {
  return touched.strays && touched.loaded.empty() && touched.filled.empty() && touched.read.empty() &&
         touched.stored.empty();
}

std::string sentence_of_loading(const Frame& frame) {
  const std::string from = names(*frame.scenery, frame.touched.loaded),
                    to = names(*frame.scenery, frame.touched.filled);
  if (from.empty() && to.empty() && !frame.touched.read.empty())
    return fmt::format("Loading: threads read {} into registers", names(*frame.scenery, frame.touched.read));
  if (from.empty() && !to.empty() && frame.activity != Activity::padding && !frame.touched.fills_with_values)
    return fmt::format("Filling: threads write constants to {}", to);
  if (from.empty() && !to.empty() && frame.activity != Activity::padding)
    return !frame.touched.fills_with_results ? fmt::format("Loading: threads copy loaded values to {}", to)
           : frame.touched.fills_with_copies ? fmt::format("Storing: threads write values to {}", to)
                                             : fmt::format("Storing: threads write computed values to {}", to);
  if (to.empty())
    return !from.empty()                ? fmt::format("Loading: threads read {} from global memory", from)
           : frame.touched.stray_stores ? "Storing: threads write beyond an array in global memory"
           : frame.touched.strays       ? "Loading: threads read beyond an array in global memory"
                                  : fmt::format("No thread of this block has read anything at line {} yet", frame.line);
  if (from.empty()) return fmt::format("Padding: threads write 0 to {} where there is nothing to load", to);
  return fmt::format("Loading: each thread copies an element of {} into {}", from, to);
}

std::string sentence_of_multiplying(const Frame& frame) {
  const Vocabulary& words = frame.scenery->words();
  const bool has_several = frame.arithmetic && !frame.scenery->arrays()[frame.arithmetic->sum_array].sides.empty();
  const auto say = [&](std::string_view says, const std::set<std::uint8_t>& arrays) {
    return fmt::format(fmt::runtime(says), fmt::arg("arrays", names(*frame.scenery, arrays)),
                       fmt::arg("sum", has_several ? "one of its sums" : "its sum"));
  };
  if (!frame.touched.read.empty()) return say(words.computes_from_shared, frame.touched.read);
  if (!frame.touched.loaded.empty()) return say(words.computes_from_global, frame.touched.loaded);
  return say(words.computes, {});
}

std::string sentence_of_exchanging(const Frame& frame) {
  if (frame.touched.shuffles) return "Shuffling: threads get values from other lanes of their warp";
  if (!frame.touched.votes) return "Warp barrier: the lanes of a warp wait for each other";
  return "Voting: the threads of a warp combine their votes";
}

std::string sentence_of_atomics(const Frame& frame) {
  const std::string arrays = names(*frame.scenery, frame.touched.by_atomics);
  const auto most = std::max_element(frame.wanted.begin(), frame.wanted.end(),
                                     [](const Wanted& a, const Wanted& b) { return a.threads < b.threads; });
  if (most == frame.wanted.end()) return fmt::format("Atomics: threads update {}, one after another", arrays);
  if (most->threads == 1) return fmt::format("Atomics: threads update {}, each in its own cell", arrays);
  const ArrayInfo& array = frame.scenery->arrays()[most->element.array];
  if (frame.touched.by_atomics.size() == 1 && array.elements() == 1)
    return fmt::format("Atomics: {} threads update {}, one after another", count_name(most->threads), arrays);
  return fmt::format("Atomics: threads update {}; {} of them take turns at {}", arrays, count_name(most->threads),
                     element_name(array, most->element.element));
}

bool is_done(const Frame& frame) {
  return std::all_of(frame.threads.begin(), frame.threads.end(),
                     [](const ThreadNow& thread) { return thread.activity == Activity::done; });
}

std::string sentence_of_storing(const Frame& frame) {
  const std::set<std::uint8_t>& atomics = frame.touched.by_atomics;
  if (!atomics.empty()) return sentence_of_atomics(frame);
  const std::string to = names(*frame.scenery, frame.touched.stored);
  const auto storing = std::count_if(frame.threads.begin(), frame.threads.end(),
                                     [](const ThreadNow& thread) { return thread.activity == Activity::storing; });
  if (storing == 1) return fmt::format(fmt::runtime(frame.scenery->words().stores_alone), to);
  return fmt::format("Storing: each thread writes its result to {}", to);
}

// How many threads have arrived at the line's barrier, and how many have to.
std::pair<std::size_t, std::size_t> arrived_at_barrier(const Frame& frame, std::uint32_t with) {
  // In turns, other threads may still be at the previous barrier, which is already open.
  const auto times = [&](const ThreadNow& thread) { return frame.scenery->barriers_in(thread.path, thread.done); };
  const bool is_of_turns = frame.scenery->order().is_of_turns();
  const ThreadNow& own = frame.threads[with];
  const auto arrived = std::count_if(frame.threads.begin(), frame.threads.end(), [&](const ThreadNow& thread) {
    if (thread.activity != Activity::waiting) return false;
    return is_of_turns ? times(thread) == times(own) : thread.line == frame.line;
  });
  return {static_cast<std::size_t>(arrived), frame.threads.size()};
}

std::string sentence_of_waiting(const Frame& frame) {
  const auto [arrived, all] = arrived_at_barrier(frame, frame.thread);
  if (arrived < all)
    return fmt::format("Barrier at line {}: {} of {} threads {} arrived and {} waiting", frame.line, arrived,
                       count_name(all), arrived == 1 ? "has" : "have", arrived == 1 ? "is" : "are");
  if (all == 1) return fmt::format("Barrier at line {}: the block's only thread has arrived and continues", frame.line);
  return fmt::format("Barrier at line {}: all {} threads have arrived and continue", frame.line, count_name(all));
}

// "A[0][2]"; for a padded operand, the number.
std::string name_of(const Scenery& scenery, const Arithmetic::Operand& operand) {
  return operand.array ? element_name(scenery.arrays()[*operand.array], operand.element)
                       : long_value_name(operand.value);
}

// An element's address, if it differs from its index.
std::string place_of(const Scenery& scenery, std::uint8_t array, std::uint32_t element) {
  const ArrayInfo& info = scenery.arrays()[array];
  return info.sides.size() < 2 ? "" : "index: " + address_of(info, element, scenery.words());
}

std::string source_of(const Scenery& scenery, const Arithmetic::Operand& operand) {
  if (operand.padded) return std::string(scenery.words().padding);
  if (operand.source_array) return element_name(scenery.arrays()[*operand.source_array], operand.source_element);
  return "";
}

std::string origin_of(const Scenery& scenery, const Arithmetic& sum) {
  const std::string first = source_of(scenery, sum.first);
  const std::string second = has_two_operands(sum.form) ? source_of(scenery, sum.second) : "";
  if (!first.empty() && !second.empty()) return fmt::format("from {} and {}", first, second);
  if (!first.empty() || !second.empty()) return "from " + first + second;
  if (sum.first.array && sum.second.array) {
    const std::string one = place_of(scenery, *sum.first.array, sum.first.element),
                      other = place_of(scenery, *sum.second.array, sum.second.element);
    return one.empty() || other.empty() || one == other ? one.empty() ? other : one
                                                        : fmt::format("{} and {}", one, other);
  }
  return "";
}

std::string in_brackets(const std::string& number) { return number.starts_with('-') ? "(" + number + ")" : number; }

// The numbers of one sum, written so that the sum is right as shown: in the usual form, or else all with as many
// decimals as needed, up to five. The result of a product may be rounded.
class Terms {
 public:
  template <class Sum>
  Terms(std::vector<Value> values, const Sum& sum_of) : values_(std::move(values)), has_product_(values_.size() > 3) {
    const auto usual = written([](const Value& value) { return long_value_name(value); });
    names_ = usual;
    for (int digits = 2; digits <= 5 && !is_right(sum_of); ++digits)
      names_ = written([&](const Value& value) { return with_digits(value, digits); });
    if (!is_right(sum_of)) names_ = usual;
  }
  const std::string& operator[](std::size_t n) const { return names_[n]; }

 private:
  template <class NameOf>
  [[nodiscard]] std::vector<std::string> written(const NameOf& name_of) const {
    std::vector<std::string> names;
    for (const Value& value : values_) names.push_back(name_of(value));
    return names;
  }
  // Exact to the last digit of the result.
  template <class Sum>
  [[nodiscard]] bool is_right(const Sum& sum_of) const {
    std::vector<double> numbers;
    for (const std::string& name : names_) numbers.push_back(std::strtod(name.c_str(), nullptr));
    const std::string& end = names_.back();
    const std::size_t point = end.find('.');
    const double digits = point == std::string::npos ? 0 : static_cast<double>(end.size() - point - 1);
    const double slack =
        has_product_ ? 0.501 * std::pow(10.0, -digits) : 1e-9 * std::max(1.0, std::abs(numbers.back()));
    return std::abs(sum_of(numbers) - numbers.back()) < slack;
  }
  static std::string with_digits(const Value& value, int digits) {
    const double size = std::abs(value.exact());
    const bool is_fraction = is_float(value.number()) && size >= 1e-2 && size < 1e5 && std::nearbyint(size) != size;
    return is_fraction ? fmt::format("{:.{}f}", value.exact(), digits) : long_value_name(value);
  }

  const std::vector<Value> values_;
  const bool has_product_;
  std::vector<std::string> names_;
};

// "B[0][1] and C[2]": the known operands of a sum.
std::string operands_of(const Scenery& scenery, const Arithmetic& sum) {
  std::string from;
  for (const Arithmetic::Operand* operand : {&sum.first, &sum.second})
    if (operand->array) {
      const std::string each = element_name(scenery.arrays()[*operand->array], operand->element);
      if (each != from) from += (from.empty() ? "" : " and ") + each;
    }
  return from;
}

constexpr std::size_t most_letters_of_text = 44;

// The source's assignment of a sum.
std::optional<Assignment> assignment_of(const Scenery& scenery, const Arithmetic& sum) {
  return assignment_in(scenery.kernel_text(), sum.line, scenery.arrays()[sum.sum_array].name);
}

// Whether the source agrees with the sum. Without an assignment to compare with, the sum is trusted.
bool is_as_written(const std::optional<Assignment>& text, const Arithmetic& sum) {
  if (!text) return true;
  const auto has = [&](std::string_view op, std::initializer_list<std::string_view> shapes) {
    return text->op == op && std::find(shapes.begin(), shapes.end(), text->shape) != shapes.end();
  };
  switch (sum.form) {
    case SumForm::start: return has("=", {"x", "?x"});
    case SumForm::add: return has("=", {"x+x", "x-x"}) || has("+=", {"x"}) || has("-=", {"x"});
    case SumForm::multiply_add:
      return has("=", {"x+x*x", "x*x+x", "x-x*x", "x*x-x"}) || has("+=", {"x*x"}) || has("-=", {"x*x"});
    case SumForm::least: return has("=", {"min(x,x)", "x", "?x"});
    case SumForm::greatest: return has("=", {"max(x,x)", "x", "?x"});
    case SumForm::compare: break;  // the comparison may decide whether the assignment runs
  }
  return true;
}

double largest_of(std::initializer_list<double> numbers) {
  double size = 0;
  for (const double number : numbers) size = std::max(size, std::abs(number));
  return size;
}

// For sums outside products, if the numbers give the result: "x[2] = a[2] - b[2]", "x[2] -= a[2] * b[2]".
std::optional<Detail> detail_of_other_sum(const Scenery& scenery, const Arithmetic& sum) {
  const double before = sum.before.exact(), first = sum.first.value.exact(), second = sum.second.value.exact(),
               after = sum.after.exact();
  const std::string name = element_name(scenery.arrays()[sum.sum_array], sum.sum_index);
  if (!sum.first.array) return std::nullopt;
  const std::string one = name_of(scenery, sum.first);
  if (sum.form == SumForm::add && sum.second.array && !sum.is_onto) {
    const std::string other = name_of(scenery, sum.second);
    for (const double times : {1.0, -1.0})
      if (is_about(first + times * second, after, largest_of({first, second}))) {
        const std::string_view sign = times > 0 ? "+" : "-";
        const Terms terms({sum.first.value, sum.second.value, sum.after},
                          [&](const auto& n) { return n[0] + times * n[1]; });
        return Detail{fmt::format("{} = {} {} {}", name, one, sign, other),
                      fmt::format("{} {} {} = {}", terms[0], sign, in_brackets(terms[1]), terms[2]), ""};
      }
  }
  if (sum.form == SumForm::add && sum.is_onto && is_about(before - first, after, largest_of({before, first}))) {
    const Terms terms({sum.before, sum.first.value, sum.after}, [](const auto& n) { return n[0] - n[1]; });
    return Detail{fmt::format("{} -= {}", name, one),
                  fmt::format("{} - {} = {}", terms[0], in_brackets(terms[1]), terms[2]), ""};
  }
  if (sum.form == SumForm::multiply_add && sum.second.array && sum.is_onto &&
      is_about(before - first * second, after, largest_of({before, first * second}))) {
    const Terms terms({sum.before, sum.first.value, sum.second.value, sum.after},
                      [](const auto& n) { return n[0] - n[1] * n[2]; });
    return Detail{fmt::format("{} -= {} * {}", name, one, name_of(scenery, sum.second)),
                  fmt::format("{} - {} × {} = {}", terms[0], in_brackets(terms[1]), in_brackets(terms[2]), terms[3]),
                  ""};
  }
  return std::nullopt;
}

// "sum += expf(in[k])".
std::string code_by_text(const std::string& name, const Assignment& text) {
  return fmt::format("{} {} {}", name, text.op, shortened_text(text.right, most_letters_of_text));
}

// If the first multiply-add may add to a 0 that left no event.
bool numbers_hold(const Arithmetic& sum) {
  const double before = sum.before.exact(), first = sum.first.value.exact(), second = sum.second.value.exact(),
               after = sum.after.exact();
  switch (sum.form) {
    case SumForm::start: return is_about(first, after, largest_of({first, after}));
    case SumForm::add: return is_about(before + first, after, largest_of({before, first}));
    case SumForm::multiply_add: return is_about(before + first * second, after, largest_of({before, first * second}));
    default: return comes_to_what_it_says(sum);
  }
}

// The source's expression and its result.
Detail detail_by_text(const Scenery& scenery, const Arithmetic& sum, std::string code) {
  Detail detail{std::move(code), "= " + long_value_name(sum.after), ""};
  if (const std::string from = operands_of(scenery, sum); !from.empty()) detail.origin = "computed from " + from;
  return detail;
}

// The operands may differ from the values read: the code may have converted, shifted or scaled them, and the trace has
// no value for a constant. Numbers that do not give the result are left out. A loaded number that was not added is not
// part of a running sum.
Detail detail_of_unknown(const Scenery& scenery, const Arithmetic& sum) {
  if (std::optional<Detail> other = detail_of_other_sum(scenery, sum)) return *std::move(other);
  const std::string name = element_name(scenery.arrays()[sum.sum_array], sum.sum_index);
  const bool compares = sum.form == SumForm::compare;
  if (const auto text = assignment_of(scenery, sum); text && !compares && text->shape != "x" && text->shape != "?x")
    return detail_by_text(scenery, sum, code_by_text(name, *text));
  const double added = sum.after.exact() - sum.before.exact();
  const bool is_whole = !is_float(sum.after.number()), adds = adds_to_what_was(sum.form);
  const bool is_new = !sum.is_onto || (sum.form == SumForm::add && sum.first.array);
  Detail detail;
  if (!adds || is_new || !std::isfinite(added) || (is_whole && std::abs(added) > 1e9)) {
    detail.code = fmt::format("{} = {}", name, long_value_name(sum.after));
    if (adds && !is_new)
      detail.numbers = fmt::format("{} becomes {}", long_value_name(sum.before), long_value_name(sum.after));
  } else {
    const Terms terms({sum.before, static_cast<float>(added), sum.after}, [](const auto& n) { return n[0] + n[1]; });
    const std::string more = is_whole ? fmt::format("{:.0f}", added) : terms[1];
    detail.code = fmt::format("{} += {}", name, more);
    detail.numbers = fmt::format("{} + {} = {}", terms[0], in_brackets(more), terms[2]);
  }
  if (const std::string from = operands_of(scenery, sum); !from.empty()) detail.origin = "computed from " + from;
  return detail;
}

std::string numbers_of_addition(const Arithmetic& sum) {
  const Terms terms({sum.before, sum.first.value, sum.after}, [](const auto& n) { return n[0] + n[1]; });
  return fmt::format("{} + {} = {}", terms[0], in_brackets(terms[1]), terms[2]);
}
std::string numbers_of_product(const Arithmetic& sum) {
  const Terms terms({sum.before, sum.first.value, sum.second.value, sum.after},
                    [](const auto& n) { return n[0] + n[1] * n[2]; });
  return fmt::format("{} + {} × {} = {}", terms[0], in_brackets(terms[1]), in_brackets(terms[2]), terms[3]);
}

// The last line above that changes a variable, such as "score *= SCALE", may leave no event. Then the known value is
// older; a sum would reveal that, but a maximum that comes from the other operand does not.
bool may_be_outdated(const Scenery& scenery, const Arithmetic& sum, const Arithmetic::Operand& operand) {
  constexpr std::uint32_t lines_above = 24;
  if (!operand.array || operand.value.exact() == sum.after.exact()) return false;
  const ArrayInfo& variable = scenery.arrays()[*operand.array];
  if (variable.space != Space::local || sum.line == 0) return false;
  for (std::uint32_t line = sum.line - 1; line > 0 && line + lines_above > sum.line; --line)
    if (const auto above = assignment_in(scenery.kernel_text(), line, variable.name))
      return above->op != "=" && above->op != "+=" && above->op != "-=";
  return false;
}

Detail detail_of_sum(const Scenery& scenery, const Arithmetic& sum) {
  const std::string name = element_name(scenery.arrays()[sum.sum_array], sum.sum_index);
  const auto text = assignment_of(scenery, sum);
  const bool is_outdated = (sum.form == SumForm::least || sum.form == SumForm::greatest) &&
                           (may_be_outdated(scenery, sum, sum.first) || may_be_outdated(scenery, sum, sum.second));
  if (text && (is_outdated || !is_as_written(text, sum)))
    return detail_by_text(scenery, sum, code_by_text(name, *text));
  const bool holds = scenery.words().begins_unseen ? numbers_hold(sum) : comes_to_what_it_says(sum);
  if (!holds) return detail_of_unknown(scenery, sum);
  Detail detail;
  switch (sum.form) {
    case SumForm::start:
      detail.code = fmt::format("{} = {}", name, name_of(scenery, sum.first));
      detail.numbers = long_value_name(sum.after);
      break;
    case SumForm::add:
      detail.code = fmt::format("{} += {}", name, name_of(scenery, sum.first));
      detail.numbers = numbers_of_addition(sum);
      break;
    case SumForm::multiply_add:
      detail.code = fmt::format("{} += {} * {}", name, name_of(scenery, sum.first), name_of(scenery, sum.second));
      detail.numbers = numbers_of_product(sum);
      break;
    case SumForm::least:
    case SumForm::greatest:
    case SumForm::compare: {
      const std::string_view does = sum.form == SumForm::least      ? "min"
                                    : sum.form == SumForm::greatest ? "max"
                                                                    : "compare";
      detail.code =
          fmt::format("{} = {}({}, {})", name, does, name_of(scenery, sum.first), name_of(scenery, sum.second));
      detail.numbers = fmt::format("{}({}, {}) = {}", does, long_value_name(sum.first.value),
                                   long_value_name(sum.second.value), long_value_name(sum.after));
      break;
    }
  }
  detail.origin = origin_of(scenery, sum);
  return detail;
}

// The elements of one access: "A[0][0]", or "A[0][0] to A[0][3]" if there are several.
class Names {
 public:
  void add(bool goes_on, const std::string& name) {
    if (goes_on) {
      last_ = name;
      return;
    }
    first_ = name;
    last_.clear();
  }
  [[nodiscard]] std::string text() const {
    if (last_.empty() || last_ == first_ || first_.empty()) return first_;
    const std::size_t part = first_.rfind("].");  // for all members of a vector, the vector's name is enough
    if (part != std::string::npos && last_.starts_with(first_.substr(0, part + 2))) return first_.substr(0, part + 1);
    return first_ + " to " + last_;
  }

 private:
  std::string first_, last_;
};

// The value that the thread gets from its warp; if there are several, the last one.
Detail detail_of_shuffle(const Frame& frame, const Shuffle& shuffle) {
  if (shuffle.waits)
    return {"waits for its warp", "",
            fmt::format("for the lanes in the mask {:#x}", shuffle.value.bits() & 0xffffffff)};
  const bool is_mask = !shuffle.giver && shuffle.value.number() == Number::u32;  // the result of a ballot
  const std::string value = is_mask ? fmt::format("{:#x}", shuffle.value.bits()) : long_value_name(shuffle.value);
  if (!shuffle.giver)
    return {"gets " + value, "gave " + long_value_name(shuffle.gave), "the result for the whole warp"};
  const std::string giver = thread_name(frame.scenery->launch(), *shuffle.giver);
  if (*shuffle.giver == shuffle.thread) return {"keeps " + value, "", "its own value: none comes from another lane"};
  return {fmt::format("gets {} from {}", value, giver), "", "by a shuffle, from register to register"};
}

bool is_same(const Value& one, const Value& other) {
  const double a = one.exact(), b = other.exact();
  return is_float(one.number()) == is_float(other.number()) && (a == b || (std::isnan(a) && std::isnan(b)));
}

// The moves of one visit. A load after its last store belongs to the next iteration of a loop within the line.
std::span<const Move> told_moves(const Frame& frame) {
  const auto last =
      std::find_if(frame.moves.rbegin(), frame.moves.rend(), [](const Move& move) { return move.stores; });
  const auto behind = last == frame.moves.rend() ? 0 : last - frame.moves.rbegin();
  return std::span(frame.moves).first(frame.moves.size() - static_cast<std::size_t>(behind));
}

// The names of the loaded elements, "a[0], a[1] and a[2]", if a stored number is not a copy of one of them, or could be
// a copy of several.
std::string made_of(const Frame& frame, std::span<const Move> moves) {
  constexpr std::size_t most_named = 3;
  std::vector<std::string> loaded;
  std::vector<const Move*> loads;
  for (const Move& move : moves) {
    if (move.strays || move.found) return "";
    if (move.stores) continue;
    const std::string name = element_name(frame.scenery->arrays()[move.element.array], move.element.element);
    if (std::find(loaded.begin(), loaded.end(), name) != loaded.end()) continue;
    loaded.push_back(name);
    loads.push_back(&move);
  }
  // If more elements of an array were loaded, except as members of a vector, equal numbers may be a coincidence.
  const auto is_one_of_several = [&](const Move& load) {
    return std::any_of(loads.begin(), loads.end(), [&](const Move* other) {
      return other != &load && other->element.array == load.element.array && !other->goes_on && !load.goes_on;
    });
  };
  const auto is_copy = [&](const Move& store) {
    const auto from = [&](const Move* load) { return is_same(load->value, store.value); };
    const auto first = std::find_if(loads.begin(), loads.end(), from);
    return first != loads.end() && !is_one_of_several(**first) &&
           (store.goes_on || std::none_of(first + 1, loads.end(), from));
  };
  const bool is_made =
      std::any_of(moves.begin(), moves.end(), [&](const Move& move) { return move.stores && !is_copy(move); });
  if (!is_made || loaded.empty()) return "";
  if (loaded.size() > most_named) return fmt::format("{}, {} and {} more", loaded[0], loaded[1], loaded.size() - 2);
  std::string names;
  for (std::size_t n = 0; n < loaded.size(); ++n)
    names += (n == 0 ? "" : n + 1 == loaded.size() ? " and " : ", ") + loaded[n];
  return names;
}

// Whether the visit loads a stored number's origin with another value. Without such a load, a change is unknown.
bool is_changed(std::span<const Move> moves) {
  return std::any_of(moves.begin(), moves.end(), [&](const Move& store) {
    return store.stores && store.origin && std::any_of(moves.begin(), moves.end(), [&](const Move& load) {
             return !load.stores && load.element == *store.origin && !is_same(load.value, store.value);
           });
  });
}

// The source's assignment of the visit's only store.
std::optional<Assignment> assignment_of(const Frame& frame, std::span<const Move> moves) {
  const Move* store = nullptr;
  for (const Move& move : moves) {
    if (!move.stores || move.goes_on) continue;
    if (store != nullptr || move.strays || move.found) return std::nullopt;
    store = &move;
  }
  if (store == nullptr) return std::nullopt;
  const Scenery& scenery = *frame.scenery;
  return assignment_in(scenery.kernel_text(), store->line, scenery.arrays()[store->element.array].name);
}

// Whether the stored value differs from the sum that it comes from, beyond the rounding of a narrower type.
bool is_of_another_value(const Frame& frame, std::span<const Move> moves) {
  constexpr double most_rounded = 0.01;
  for (const Move& move : moves) {
    if (!move.stores || !move.origin || !is_float(move.value.number())) continue;
    for (const SumNow& sum : frame.sums_of(frame.thread)) {
      if (ElementOf{sum.array, sum.index} != *move.origin || !is_float(sum.value().number())) continue;
      const double made = sum.value().exact(), stored = move.value.exact();
      if (std::abs(made - stored) > most_rounded * largest_of({made, stored})) return true;
    }
  }
  return false;
}

// The loads and stores of one visit: "As[0][0] = A[0][2]".
Detail detail_of_moves(const Frame& frame) {
  Detail detail;
  Names loaded, stored, origins;
  const auto& arrays = frame.scenery->arrays();
  const std::span<const Move> moves = told_moves(frame);
  for (const Move& move : moves) {
    const ArrayInfo& array = arrays[move.element.array];
    (move.stores ? stored : loaded)
        .add(move.goes_on, move.strays ? array.name + " beyond its end" : element_name(array, move.element.element));
    if (move.stores && !move.strays)
      origins.add(move.goes_on, move.origin ? element_name(arrays[move.origin->array], move.origin->element) : "");
    detail.numbers = (move.goes_on ? detail.numbers + ", " : "") + long_value_name(move.value);
    if (array.space == Space::global && !move.strays && !move.goes_on)
      detail.origin = place_of(*frame.scenery, move.element.array, move.element.element);
    if (move.pads) detail.origin = "nothing to load there: adding 0 changes nothing";
  }
  for (const Move& move : moves)
    if (move.found) {
      detail.code = element_name(arrays[move.element.array], move.element.element) + ", with an atomic";
      detail.numbers = fmt::format("{} becomes {}", long_value_name(*move.found), long_value_name(move.value));
      return detail;
    }
  const std::string to = stored.text();
  const std::optional<Assignment> text = assignment_of(frame, moves);
  std::string from = origins.text().empty() ? loaded.text() : origins.text();
  const bool may_be_made = origins.text().empty() || is_changed(moves);
  const std::string made = made_of(frame, moves);
  if (text && (text->op != "=" || (text->shape != "x" && text->shape != "?x")))
    return {code_by_text(to, *text), "= " + detail.numbers, made.empty() ? detail.origin : "computed from " + made};
  if (may_be_made && !to.empty() && !made.empty())
    return {fmt::format("{} = {}", to, detail.numbers), "", "computed from " + made};
  if (from.empty()) {
    const bool is_sum = frame.activity == Activity::storing && frame.threads[frame.thread].sum;
    from = is_sum ? sum_name(frame) : detail.numbers;
  }
  detail.code = to.empty() ? fmt::format("reads {}", from) : fmt::format("{} = {}", to, from);
  if (from == detail.numbers) detail.numbers.clear();
  if (!to.empty() && is_of_another_value(frame, moves))
    return {fmt::format("{} = {}", to, detail.numbers), "", "computed from " + from};
  return detail;
}

}  // namespace

bool is_about(double value, double wanted, double size) {
  if (std::isnan(value) || std::isnan(wanted)) return std::isnan(value) && std::isnan(wanted);
  if (std::isinf(wanted)) {  // the value was finite, but too large for a float
    const bool is_too_large = std::isinf(value) || std::abs(value) > std::numeric_limits<float>::max();
    return is_too_large && std::signbit(value) == std::signbit(wanted);
  }
  return std::abs(value - wanted) <= 1e-5 * std::max(size, std::abs(wanted));
}

bool is_sum_of_operands(const Scenery& scenery, const Arithmetic& sum) {
  return is_as_written(assignment_of(scenery, sum), sum) && numbers_hold(sum);
}

bool comes_to_what_it_says(const Arithmetic& sum) {
  const auto is_known = [](const Arithmetic::Operand& operand) { return operand.array.has_value(); };
  const double before = sum.before.exact(), first = sum.first.value.exact(), second = sum.second.value.exact(),
               after = sum.after.exact();
  const auto is = [&](double value) { return is_about(value, after, largest_of({value, after})); };
  switch (sum.form) {
    case SumForm::start: return is(first);
    case SumForm::add: return sum.is_onto && is_about(before + first, after, largest_of({before, first}));
    case SumForm::multiply_add:
      return sum.is_onto && is_about(before + first * second, after, largest_of({before, first * second}));
    case SumForm::least: return is(std::min(first, second));
    case SumForm::greatest: return is(std::max(first, second));
    case SumForm::compare: break;
  }
  return is_known(sum.first) && is_known(sum.second);
}

namespace {

// In turns, the sentence is about the thread that has the turn.
std::string sentence_of_turn(const Frame& frame) {
  const Launch& launch = frame.scenery->launch();
  const TurnSteps& turn = frame.scenery->order().turn_at(frame.step);
  if (turn.block != frame.block) return fmt::format("Block {} has its turn", block_name(launch, turn.block));
  const std::string who = thread_name(launch, turn.thread);
  const ThreadNow& thread = frame.threads[turn.thread];
  if (thread.activity == Activity::waiting) {
    if (frame.scenery->moments().leaves_barrier(thread.path, frame.step))
      return fmt::format("{} continues after the barrier at line {}", who, frame.line);
    const auto [arrived, all] = arrived_at_barrier(frame, turn.thread);
    return fmt::format("{} reaches the barrier at line {}: {}", who, frame.line,
                       arrived < all ? fmt::format("{} of {} wait", arrived, count_name(all)) : "now all have arrived");
  }
  std::string does = short_headline(frame);
  does.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(does.front())));
  return fmt::format("{} alone: {}", who, does);
}

}  // namespace

std::string headline(const Frame& frame) {
  if (frame.steps == 0 && !frame.scenery->blocks().empty()) return "No thread reads or writes anything in this launch";
  if (frame.steps == 0) return "Events were counted, but not recorded";
  if (frame.at_begin) return "Ready: nothing has happened yet";
  if (frame.scenery->order().is_of_turns()) return sentence_of_turn(frame);
  const std::string strays =
      frame.touched.strays && !has_only_strays(frame.touched) ? ", some beyond the end of an array" : "";
  switch (frame.activity) {
    case Activity::loading:
    case Activity::padding: return sentence_of_loading(frame) + strays;
    case Activity::multiplying: return sentence_of_multiplying(frame) + strays;
    case Activity::waiting: return sentence_of_waiting(frame);
    case Activity::storing: return sentence_of_storing(frame) + strays;
    case Activity::exchanging: return sentence_of_exchanging(frame);
    case Activity::ready: return is_done(frame) ? "This block is done" : "Another thread's turn";
    case Activity::guarded:
      return fmt::format("All threads of this block skip line {}: their conditions are false", frame.line);
    case Activity::done: break;
  }
  return "This block is done";
}

std::string short_headline(const Frame& frame) {
  if (frame.steps == 0) return frame.scenery->blocks().empty() ? "Only counted" : "Nothing happens";
  if (frame.at_begin) return "Ready";
  const std::string loaded = names(*frame.scenery, frame.touched.loaded),
                    filled = names(*frame.scenery, frame.touched.filled);
  const std::string read =
      names(*frame.scenery, frame.touched.read.empty() ? frame.touched.loaded : frame.touched.read);
  switch (frame.activity) {
    case Activity::loading:
      if (filled.empty() && read.empty())
        return frame.touched.stray_stores ? "Storing beyond an array" : "Loading beyond an array";
      if (filled.empty()) return "Loading " + read;
      if (!loaded.empty()) return fmt::format("Loading {} into {}", loaded, filled);
      return (frame.touched.fills_with_results ? "Storing to " : "Loading into ") + filled;
    case Activity::padding: return "Padding " + (filled.empty() ? "with 0" : filled + " with 0");
    case Activity::multiplying: {
      const Vocabulary& words = frame.scenery->words();
      return fmt::format(fmt::runtime(read.empty() ? words.short_computes : words.short_computes_from), read);
    }
    case Activity::waiting: {
      const auto [arrived, all] = arrived_at_barrier(frame, frame.thread);
      return arrived < all ? fmt::format("Barrier: {} of {} wait", arrived, all)
                           : fmt::format("Barrier: all {} have arrived", all);
    }
    case Activity::exchanging:
      return frame.touched.shuffles ? "Shuffling" : frame.touched.votes ? "Voting" : "Warp barrier";
    case Activity::storing: {
      const bool atomics = !frame.touched.by_atomics.empty();
      return atomics ? "Atomics on " + names(*frame.scenery, frame.touched.by_atomics)
                     : "Storing " + names(*frame.scenery, frame.touched.stored);
    }
    case Activity::ready: return is_done(frame) ? "This block is done" : "Another thread's turn";
    case Activity::guarded: return fmt::format("All idle at line {}: conditions false", frame.line);
    case Activity::done: break;
  }
  return "Done";
}

Detail detail(const Frame& frame) {
  if (frame.steps == 0) return {};
  const ThreadNow& now = frame.threads[frame.thread];
  if (frame.at_begin) return {"", "", "Press Right for the next step or Space to play"};
  const auto own = std::find_if(frame.shuffles.rbegin(), frame.shuffles.rend(),
                                [&](const Shuffle& shuffle) { return shuffle.thread == frame.thread; });
  if (own != frame.shuffles.rend()) return detail_of_shuffle(frame, *own);
  if (frame.arithmetic) return detail_of_sum(*frame.scenery, *frame.arithmetic);
  const std::string_view without_sum = frame.scenery->words().without_sum[0];
  switch (now.activity) {
    case Activity::waiting: {
      const auto [arrived, all] = arrived_at_barrier(frame, frame.thread);
      return {fmt::format("waits at line {}", now.line), "",
              arrived < all ? fmt::format("until all {} threads have arrived", count_name(all))
              : all == 1    ? "there is no other thread to wait for"
                            : fmt::format("all {} threads have arrived and continue", count_name(all))};
    }
    case Activity::guarded: return {fmt::format("skips line {}", frame.line), "", "its condition is false"};
    case Activity::done:
      return {"is done", "", now.makes_c || without_sum.empty() ? "" : fmt::format("it {}", without_sum)};
    case Activity::ready: return {"has not begun", "", ""};
    default: break;
  }
  if (now.lit_begin == now.lit_end) return {std::string(word_of(frame.scenery->launch(), now.activity)), "", ""};
  return detail_of_moves(frame);
}

}  // namespace tilescope
