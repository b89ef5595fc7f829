#include "app/explain/finding_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "app/stage/words.h"
#include "instrumentation/listed.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/reading/launch_product.h"
#include "instrumentation/reading/reference.h"
#include "instrumentation/reading/uses.h"

namespace tilescope {

namespace {

std::string thread_words(const Trace& trace, std::uint32_t thread) {
  return "thread " + place_among(trace.launch().block, thread);
}
std::string block_words(const Trace& trace, std::size_t block) { return "block " + block_name(trace.launch(), block); }

std::string array_words(const Trace& trace, std::uint8_t array) {
  return array < trace.arrays().size() ? trace.arrays()[array].name : "";
}
std::string element_words(const Trace& trace, const Finding& finding) {
  if (finding.array >= trace.arrays().size()) return "memory outside all arrays";
  return element_name(trace.arrays()[finding.array], finding.cell);
}

std::string verb(const Access& access) {
  return access.kind == Kind::atomic ? "changes" : access.store ? "stores" : "loads";
}
std::string deed(const Access& access) {
  return fmt::format("{} on line {}", access.kind == Kind::atomic ? " with an atomic" : "", access.line);
}

// Two accesses in different blocks, the one in the lower block first.
std::pair<const Access&, const Access&> by_block(const Finding& f) {
  const Access &one = f.accesses[0], &other = f.accesses[1];
  return one.block <= other.block ? std::pair<const Access&, const Access&>(one, other)
                                  : std::pair<const Access&, const Access&>(other, one);
}

// The possible outcomes of two unordered accesses.
std::string outcome_words(const Finding& f) {
  const Access& store = f.accesses[0];
  const Access& other = f.accesses[1];
  if (f.severity == Severity::note)
    return "The schedule decides which value is read; an old value may be intended here";
  if (!other.store) return "The schedule decides which value is read";
  const bool atomic = store.kind == Kind::atomic || other.kind == Kind::atomic;
  return atomic ? "The plain store may overwrite the result of the atomic" : "The schedule decides which value remains";
}

std::string race_words(const Trace& trace, const Finding& f) {
  const Access& store = f.accesses[0];
  const Access& other = f.accesses[1];
  const bool global = f.array < trace.arrays().size() && trace.arrays()[f.array].space == Space::global;
  if (store.block != other.block) {
    const auto& [first, second] = by_block(f);
    return fmt::format("{} of {} {} {}{}, and {} of {} {} it{}. {}. {}.", thread_words(trace, first.thread),
                       block_words(trace, first.block), verb(first), element_words(trace, f), deed(first),
                       thread_words(trace, second.thread), block_words(trace, second.block), verb(second), deed(second),
                       trace.kernel_text().find("__threadfence") == std::string::npos
                           ? "The blocks of a launch run in no fixed order"
                           : "No atomic, and no flag after a fence, orders these two blocks",
                       outcome_words(f));
  }
  return fmt::format("{} {} {}{}, and {} {} it{}: {}, interval {}, with no barrier between them{}. {}.",
                     thread_words(trace, store.thread), verb(store), element_words(trace, f), deed(store),
                     thread_words(trace, other.thread), verb(other), deed(other), block_words(trace, store.block),
                     f.interval, global ? " and no atomic that orders them" : "", outcome_words(f));
}

std::string unread_words(const Trace& trace, const Finding& f) {
  const Access& load = f.accesses[0];
  if (load.kind == Kind::atomic)
    return fmt::format(
        "{} changes {} with an atomic on line {}: {}, interval {}. No thread has stored to it before, so the atomic "
        "starts from an undefined value.",
        thread_words(trace, load.thread), element_words(trace, f), load.line, block_words(trace, load.block),
        f.interval);
  return fmt::format(
      "{} loads {} on line {}: {}, interval {}. No thread stores to it in an earlier interval, nor does this thread "
      "before this load{}.",
      thread_words(trace, load.thread), element_words(trace, f), load.line, block_words(trace, load.block), f.interval,
      f.severity == Severity::note ? ". The result does not depend on this value: it is the same with "
                                     "other values"
                                   : ", so its value is undefined");
}

std::string stray_words(const Trace& trace, const Finding& f) {
  if (f.accesses.empty()) return "These blocks were only counted, so the threads and lines are unknown.";
  const Access& access = f.accesses[0];
  if (f.array >= trace.arrays().size())
    return fmt::format("On line {3}, {0} of {1} {2} memory outside all arrays.", thread_words(trace, access.thread),
                       block_words(trace, access.block), access.store ? "stores to" : "loads from", access.line);
  const std::int64_t elements = trace.arrays()[f.array].elements();
  return fmt::format("{} of {} {} {} on line {}; {} has elements 0 to {}. {}.", thread_words(trace, access.thread),
                     block_words(trace, access.block), access.store ? "stores to" : "loads",
                     stray_name(trace.arrays()[f.array], f.cell), access.line, array_words(trace, f.array),
                     elements - 1,
                     access.store ? "The store is skipped here. On a GPU it overwrites other memory"
                                  : fmt::format("The load returns no element of {}. On a GPU it may return any value",
                                                array_words(trace, f.array)));
}

std::string conflict_words(const Trace& trace, const Finding& f) {
  const Access& one = f.accesses[0];
  const Access& other = f.accesses[1];
  return fmt::format(
      "{} is stored by {} of {} on line {} and by {} of {} on line {}. The last store decides its value.",
      element_words(trace, f), thread_words(trace, one.thread), block_words(trace, one.block), one.line,
      thread_words(trace, other.thread), block_words(trace, other.block), other.line);
}

std::string divergence_words(const Trace& trace, const Finding& f) {
  const auto where = [&](const Access& access) {
    return access.line == 0
               ? fmt::format("{} has returned", thread_words(trace, access.thread))
               : fmt::format("{} waits at the barrier on line {}", thread_words(trace, access.thread), access.line);
  };
  if (!trace.fault())
    return fmt::format(
        "{}, and {}: {}, interval {}. A GPU continues without the threads that have returned, and so does TileScope. "
        "But CUDA leaves such a barrier undefined: all threads of the block must reach it.",
        where(f.accesses[0]), where(f.accesses[1]), block_words(trace, f.accesses[0].block), f.interval);
  std::string text = f.accesses.empty() ? trace.fault()->message : where(f.accesses[0]);
  if (f.accesses.size() > 1) text += ", and " + where(f.accesses[1]);
  return fmt::format("{}: block {}, interval {}. A barrier waits for all threads of its block, so no thread continues.",
                     text, place_among(trace.launch().grid, trace.fault()->block_y, trace.fault()->block_x),
                     f.interval);
}

std::string mask_words(const Trace& trace, const Finding& f) {
  const MaskMistake& m = *f.mask;
  const std::uint32_t first = m.thread / 32 * 32, lane = static_cast<std::uint32_t>(std::countr_zero(m.lanes));
  const std::string call = fmt::format("{} calls {} on line {} with the mask {:#010x}", thread_words(trace, m.thread),
                                       name_of(m.function), m.line, m.mask);
  const std::string where = fmt::format("{}, interval {}", block_words(trace, m.block), m.interval);
  const std::string other = thread_words(trace, first + lane);
  switch (m.kind) {
    case MaskMistake::Kind::caller_unnamed:
      return fmt::format(
          "{}, which does not name it: {}. A lane that calls must be in its own mask; otherwise the result is "
          "undefined.",
          call, where);
    case MaskMistake::Kind::named_missing: {
      const int more = std::popcount(m.lanes) - 1;
      const std::string who = more == 0 ? other + ", which the mask names, never makes"
                                        : fmt::format("{} and {} more, which the mask names, never make", other, more);
      return fmt::format(
          "{}, and {} this call with it: {}. All lanes that a mask names must make the call; otherwise the "
          "result is undefined.",
          call, who, where);
    }
    case MaskMistake::Kind::asked_unnamed:
      return fmt::format(
          "{} and reads from {}, which the mask does not name: {}. The value that it reads is undefined.", call, other,
          where);
    case MaskMistake::Kind::asked_missing: break;
  }
  const bool exists = first + lane < trace.threads_per_block();
  return fmt::format(
      "{} and reads from {}: {}. The value that it reads is undefined.", call,
      exists ? other + ", which has returned" : fmt::format("lane {} of its warp, which the block does not have", lane),
      where);
}

std::string result_words(const Trace& trace, const Finding& f) {
  const Difference& d = *f.difference;
  const GotAndExpected is = got_and_expected(trace, f.array, f.cell, d.expected);
  std::string text = fmt::format("{} is {} but should be {}.", element_words(trace, f), is.got, is.expected);
  if (d.not_finite < f.times) text += fmt::format(" The largest difference is {:.4g}.", d.largest);
  if (d.not_finite > 0) text += fmt::format(" {} NaN or infinite.", many(d.not_finite, "element is", "elements are"));
  return text;
}

}  // namespace

GotAndExpected got_and_expected(const Trace& trace, std::uint8_t array, std::uint32_t element, double expected) {
  const double got = trace.left(array, element);
  GotAndExpected is;
  for (int digits = 9; is.got == is.expected && digits <= 17; digits += 8) {
    is.got = std::isnan(got) ? "NaN" : fmt::format("{:.{}g}", got, digits);
    is.expected = fmt::format("{:.{}g}", expected, digits);
  }
  return is;
}

bool is_far(std::uint32_t index) {
  const std::int64_t number = static_cast<std::int32_t>(index);
  return number >= machine::far_index || number <= -machine::far_index;
}

std::string stray_name(const ArrayInfo& array, std::uint32_t index) {
  const auto number = static_cast<std::int32_t>(index);
  if (!is_far(index)) return fmt::format("element {} of {}", number, array.name);
  return number < 0 ? fmt::format("an element far before the start of {}", array.name)
                    : fmt::format(
                          "an element far beyond the end of {} (a negative index that is stored as unsigned becomes "
                          "this large)",
                          array.name);
}

std::vector<std::uint32_t> lines_of(const Finding& finding) {
  std::vector<std::uint32_t> lines;
  for (const Access& access : finding.accesses)
    if (access.line != 0 && (lines.empty() || lines.back() != access.line)) lines.push_back(access.line);
  return lines;
}

std::string text_of_line(std::string_view text, std::uint32_t line) {
  for (std::uint32_t n = 1; n < line; ++n) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return "";
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

std::string numbered_line(std::string_view text, std::uint32_t line) {
  return fmt::format("{}  {}", line, text_of_line(text, line));
}

namespace {

// "race on As", where `where` is the array or the cell.
std::string hazard_at(const Finding& finding, const std::string& where) {
  std::string text(finding.severity == Severity::note ? "possible " : "");
  text += name_of(finding.hazard);
  std::replace(text.begin(), text.end(), '_', ' ');
  const std::string_view link = finding.hazard == Hazard::uninitialised_read ? "of"
                                : finding.hazard == Hazard::wrong_result     ? "in"
                                                                             : "on";
  if (finding.array != no_array) text += fmt::format(" {} {}", link, where);
  return text;
}

std::string on_line(const Access& access) { return access.line == 0 ? "" : fmt::format(" on line {}", access.line); }

}  // namespace

std::string cause_words(const Trace& trace, const Finding& finding) {
  std::string text = hazard_at(finding, array_words(trace, finding.array));
  const std::vector<std::uint32_t> lines = lines_of(finding);
  for (std::size_t n = 0; n < lines.size(); ++n)
    text += fmt::format("{}{}", n > 0 ? " and " : lines.size() > 1 ? ", lines " : ", line ", lines[n]);
  return text;
}

std::string case_words(const Trace& trace, const Finding& finding) {
  const bool meet = finding.hazard == Hazard::race || finding.hazard == Hazard::store_conflict;
  if (!meet || finding.accesses.size() < 2) return cause_words(trace, finding);
  const std::string hazard = hazard_at(finding, element_words(trace, finding));
  const bool is_one_block = finding.accesses[0].block == finding.accesses[1].block;
  const auto& [one, other] = is_one_block
                                 ? std::pair<const Access&, const Access&>(finding.accesses[0], finding.accesses[1])
                                 : by_block(finding);
  const bool is_one_line = one.line == other.line;
  std::string first = thread_words(trace, one.thread), second = thread_words(trace, other.thread);
  if (!is_one_block) {
    first += " of " + block_words(trace, one.block);
    second += " of " + block_words(trace, other.block);
  } else if (is_one_line) {
    first = "threads " + place_among(trace.launch().block, one.thread);
    second = place_among(trace.launch().block, other.thread);
  }
  const bool names_block = is_one_block && trace.launch().grid.count() > 1;
  return fmt::format("{} between {}{} and {}{}{}", hazard, first, is_one_line ? "" : on_line(one), second,
                     on_line(other), names_block ? ", in " + block_words(trace, one.block) : "");
}

std::string example_words(const Trace& trace, const Finding& finding) {
  std::string text = [&] {
    switch (finding.hazard) {
      case Hazard::barrier_divergence: return divergence_words(trace, finding);
      case Hazard::endless_loop:
      case Hazard::failed_assert:
      case Hazard::misaligned_access: return trace.fault()->message + ".";
      case Hazard::mask_mismatch: return mask_words(trace, finding);
      case Hazard::race: return race_words(trace, finding);
      case Hazard::uninitialised_read: return unread_words(trace, finding);
      case Hazard::out_of_bounds: return stray_words(trace, finding);
      case Hazard::store_conflict: return conflict_words(trace, finding);
      case Hazard::wrong_result: break;
    }
    return result_words(trace, finding);
  }();
  if (text.starts_with("thread")) text.front() = 'T';
  return text;
}

std::string total_words(const Trace& trace, const Finding& f) {
  const std::string places = fmt::format("in {} and {}", many(f.blocks, "block"),
                                         many(f.intervals, "interval between barriers", "intervals between barriers"));
  switch (f.hazard) {
    case Hazard::race:
      return fmt::format("{}{} to {}, {}", f.at_least ? "at least " : "",
                         many(f.times, "pair of accesses", "pairs of accesses"), many(f.cells, "cell"), places);
    case Hazard::uninitialised_read:
      return fmt::format("{} of {}, {}",
                         many(f.times, f.accesses.empty() || f.accesses[0].kind != Kind::atomic ? "load" : "atomic"),
                         many(f.cells, "cell"), places);
    case Hazard::mask_mismatch: return fmt::format("{}, {}", many(f.times, "call"), places);
    case Hazard::out_of_bounds:
      return fmt::format("{}, in {}", many(f.times, "access", "accesses"), many(f.blocks, "block"));
    case Hazard::store_conflict:
      return fmt::format("{} to {}, in {}", many(f.times, "extra store"), many(f.cells, "element"),
                         many(f.blocks, "block"));
    case Hazard::barrier_divergence:
      if (f.severity == Severity::note) return fmt::format("{}, {}", many(f.times, "barrier"), places);
      [[fallthrough]];
    case Hazard::endless_loop:
    case Hazard::failed_assert:
    case Hazard::misaligned_access:
      return fmt::format("1 block, the first with this mistake; {} blocks ran to the end",
                         part_name(trace.block_count() - 1, trace.launch().grid.count()));
    case Hazard::wrong_result: break;
  }
  const std::uint64_t all = f.array < trace.arrays().size() ? trace.arrays()[f.array].elements() : 0;
  return part_name(f.times, all) + " elements are wrong";
}

std::string result_name(const Trace& trace, const Hazards& hazards) {
  std::vector<std::string> names;
  for (const std::uint8_t array :
       hazards.result ? hazards.result->arrays() : std::vector<std::uint8_t>{reading::result_of(trace.launch())})
    if (array < trace.arrays().size()) names.push_back(trace.arrays()[array].name);
  return listed(names, "and");
}

std::string message_words(const Trace& trace, const Hazards& hazards, const Finding& finding) {
  std::string text = fmt::format("{} In total: {}.", example_words(trace, finding), total_words(trace, finding));
  if (finding.severity == Severity::error && hazards.is_right())
    text += fmt::format(" This schedule happened to give the right {}.", result_name(trace, hazards));
  return text;
}

namespace {

// Two values with enough digits to tell them apart.
std::array<std::string, 2> told_apart(const WrongRead& read, Number number) {
  std::array<std::string, 2> names{long_value_name(static_cast<float>(read.got)),
                                   long_value_name(static_cast<float>(read.meant))};
  const auto value = [](const std::string& name) { return std::strtod(name.c_str(), nullptr); };
  for (const int digits : {9, 17})
    if (value(names[0]) == value(names[1]))
      names = {fmt::format("{:.{}g}", read.got, digits), fmt::format("{:.{}g}", read.meant, digits)};
  constexpr std::string_view unset = "a value that no thread had stored";
  if (read.got_unset && !is_float(number)) names[0] = unset;
  if (read.meant_unset && !is_float(number)) names[1] = unset;
  return names;
}

}  // namespace

std::string wrong_read_words(const Trace& trace, const WrongRead& read) {
  const auto [got, meant] = told_apart(read, trace.arrays()[read.array].number);
  // If the value is unset, the sentence already says that the read is too early.
  const bool is_told = read.got_unset && !is_float(trace.arrays()[read.array].number);
  const std::string_view when = read.how == WrongRead::How::too_late                ? " too late"
                                : read.how == WrongRead::How::too_early && !is_told ? " too early"
                                                                                    : "";
  std::string text =
      fmt::format("{} of {} reads {} on line {} (event {} of this thread){} and gets {} instead of {}",
                  thread_words(trace, read.thread), block_words(trace, read.block),
                  element_name(trace.arrays()[read.array], read.cell), read.line, read.number, when, got, meant);
  if (read.how == WrongRead::How::too_early && read.meant_from)
    text += fmt::format(", which {} stores later", thread_words(trace, read.meant_from->thread));
  if (read.how == WrongRead::How::too_late && read.got_from)
    text += fmt::format(", which {} has overwritten", thread_words(trace, read.got_from->thread));
  text += ".";
  for (std::size_t n = 0; n < read.spoils.size() && n < 4; ++n)
    if (const auto product = reading::product_of(trace.launch()))
      text +=
          (n == 0 ? " The error spreads to " : ", ") + element_name(trace.arrays()[product->c.array], read.spoils[n]);
  return text.ends_with('.') ? text : text + ".";
}

std::string against_words(const Trace& trace) {
  if (const reading::Refereed by = reading::references_of(trace); by.is_of_launch || by.is_of_list)
    return !by.is_of_list    ? "the result of `reference`"
           : by.is_of_launch ? "the results of `reference`, for this launch and for all launches"
                             : "the result of `reference` on the arrays as they were before the first launch";
  const auto product = reading::product_of(trace.launch());
  if (!product || !product->is_sure) return "";
  return fmt::format("the product of {} and {}", trace.arrays()[product->a.array].name,
                     trace.arrays()[product->b.array].name);
}

bool fails_somewhere(const reading::LaunchProduct& product) { return product.fails[0] > 0; }

namespace {

std::string unused_words(const machine::Prepared& kernel, std::uint32_t number) {
  const machine::Array& array = kernel.code().arrays[number];
  const language::Place place = array.given->variable->place;
  return fmt::format("{} (line {}) is passed but never read or written.", array.name,
                     kernel.program().source().position(place.offset).line);
}

std::string past_row_words(const Trace& trace, const reading::PastRow& past) {
  const ArrayInfo& array = trace.arrays()[past.array];
  return fmt::format(
      "On line {}, `{}` goes past the {} of its row: {} of {} accesses cell {} of a row with cells 0 to {}. "
      "That cell is {}.",
      past.line, past.written, past.column < 0 ? "start" : "end", thread_words(trace, past.thread),
      block_words(trace, past.block), past.column, array.sides.back() - 1, element_name(array, past.cell));
}

// The sizes for which a product is known to fail.
std::string failing_words(const Launch& launch, const reading::LaunchProduct& product) {
  const auto& [m, n, k] = product.fails;
  return fmt::format("With M = {}, N = {} and K = {}, {} is wrong or the launch fails.", m, n, k,
                     launch.buffers[product.c.array].name);
}

}  // namespace

bool is_cut_short(const Trace& trace) { return trace.fault() && trace.fault()->kind == Fault::Kind::limit_reached; }

std::vector<std::string> caveats(const Trace& trace, const Hazards& hazards,
                                 const std::vector<reading::PastRow>& past_rows) {
  std::vector<std::string> all;
  const auto product = reading::product_of(trace.launch());
  const std::string result = result_name(trace, hazards);
  if (hazards.looked_at < hazards.blocks)
    all.push_back(fmt::format("The events in {} blocks were checked; the other blocks were not checked for races.",
                              part_name(hazards.looked_at, hazards.blocks)));
  if (trace.launch().search_ended)
    all.emplace_back(
        "The search for a launch reached its limit, so this launch is its best guess. To choose the launch "
        "yourself, give --grid, --block, --array and --arg.");
  for (const reading::PastRow& past : past_rows) all.push_back(past_row_words(trace, past));
  if (trace.has_masks() && !trace.mask_mistakes())
    all.emplace_back("The masks were not checked; record on the CPU to check them.");
  const reading::Refereed by = trace.fault() ? reading::references_of(trace) : reading::by_reference(trace);
  if (!trace.fault() && !by.why_not.empty())
    all.push_back(fmt::format("{} results were not compared with those of `reference`: {}.", by.check ? "Some" : "The",
                              by.why_not));
  if (by.is_of_last)
    all.emplace_back(
        "The expected result of this launch is unknown: `reference` gives only the result of the last launch.");
  if (!trace.fault() && (by.is_of_launch || by.is_of_list || by.is_of_last || !by.why_not.empty())) return all;
  if (is_cut_short(trace))
    all.push_back(trace.fault()->message + ". This is not an error in the kernel.");
  else if (trace.fault())
    all.push_back(product ? fmt::format("The kernel did not finish, so its {} was not compared.", result)
                          : std::string("The kernel did not finish."));
  else if (!product)
    all.emplace_back("The expected result is unknown, so the results were not compared.");
  else if (!product->is_sure)
    all.push_back(fmt::format("{} was not compared: what this kernel computes is unknown.",
                              trace.launch().buffers[product->c.array].name));
  else if (!hazards.result)
    all.push_back(fmt::format("{} was not compared: the product is too large to compute for a comparison.", result));
  else if (hazards.is_right() && (product->is_doubted || fails_somewhere(*product)))
    all.push_back(fails_somewhere(*product) ? failing_words(trace.launch(), *product)
                                            : "The result may be wrong in other launches.");
  if (const auto& kernel = trace.launch().program; kernel && kernel->prepared)
    for (const std::uint32_t array : reading::unused_arrays(kernel->prepared->code()))
      all.push_back(unused_words(*kernel->prepared, array));
  return all;
}

}  // namespace tilescope
