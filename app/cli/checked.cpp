#include "app/cli/checked.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <tuple>

#include "app/command_line/interrupt.h"
#include "app/command_line/progress.h"
#include "app/command_line/table.h"
#include "app/explain/finding_words.h"
#include "app/stage/words.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/ends.h"
#include "instrumentation/executors/judged.h"
#include "instrumentation/executors/leaves.h"
#include "instrumentation/executors/stored_unset.h"
#include "instrumentation/launching/header/kernel_header.h"
#include "instrumentation/launching/list/launch_list.h"
#include "instrumentation/launching/list/text_launches.h"
#include "instrumentation/launching/other_launches.h"
#include "instrumentation/launching/plan/begun_launch.h"
#include "instrumentation/launching/plan/plan_whole.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_text.h"
#include "instrumentation/launching/texts/kernel_file.h"
#include "instrumentation/listed.h"
#include "instrumentation/reading/launch_product.h"
#include "instrumentation/reading/uses.h"

namespace tilescope::cli {

namespace {

constexpr std::uint64_t random_schedules = 4;
constexpr std::size_t most_kernels = 32;  // per file
constexpr double most_bytes = 2.5e8;      // in the arrays of a launch with the source's numbers
constexpr double most_work = 3e8;         // of a launch with the source's numbers: half a minute on one core

// Keeps only what the report needs of a trace, because several large traces would not fit into memory.
Trace without_events(const Trace& trace) {
  Trace::Parts parts;
  parts.launch = trace.launch();
  parts.kernel_text = trace.kernel_text();
  parts.executor = trace.executor();
  parts.backend = trace.backend();
  parts.arrays = trace.arrays();
  parts.sites = trace.sites();
  parts.mask_mistakes = trace.mask_mistakes();
  parts.interleaved = trace.interleaved();
  parts.blocks.resize(trace.block_count());
  for (std::size_t n = 0; n < trace.arrays().size(); ++n)
    parts.left.emplace_back(std::vector<std::byte>(trace.left(n).begin(), trace.left(n).end()));
  parts.fault = trace.fault();
  return Trace(std::move(parts));
}

// True if a thread has many events: running such threads in step takes long.
bool goes_round_for_long(const Trace& trace) {
  constexpr std::size_t long_way = 1 << 18;
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    for (std::uint32_t thread = 0; trace.block(block).recorded() && thread < trace.threads_per_block(); ++thread)
      if (trace.events(block, thread).size() > long_way) return true;
  return false;
}

}  // namespace

Checked::Checked(const Trace& whole) : Checked(whole, judged(whole)) {}

Checked::Checked(const Verdict& verdict) : Checked(verdict.trace, verdict.hazards) {
  on_device = verdict.on_device;
  was_stopped = verdict.was_stopped;
  in_step = verdict.in_step;
}

Checked::Checked(const Trace& whole, Hazards found) : trace(without_events(whole)), hazards(std::move(found)) {
  const Schedule& how = trace.launch().schedule;
  schedule = trace.backend() == Backend::cuda ? "hardware" : name_of(how.kind);
  if (how.kind == Schedule::Kind::random) schedule += fmt::format(":{}", how.seed);
  const bool races = std::any_of(hazards.findings.begin(), hazards.findings.end(), [](const Finding& f) {
    return f.hazard == Hazard::race || f.hazard == Hazard::uninitialised_read;
  });
  if (races && !goes_round_for_long(whole)) wrong_reads = tilescope::wrong_reads(whole, 1);
  past_rows = reading::past_rows(whole);
  lost_sums = tilescope::lost_sums(whole, 0);
}

std::vector<std::string> Checked::caveats() const {
  std::vector<std::string> all = tilescope::caveats(trace, hazards, past_rows);
  if (in_step > 0)
    all.push_back(
        fmt::format("Many blocks race. {} of them ran with all threads in step, which is faster than following "
                    "the schedule, so the result was not checked.",
                    count_name(in_step)));
  return all;
}

std::string Checked::result() const {
  if (trace.fault() || was_stopped) return "not finished";
  if (!hazards.result) return "not compared";
  return hazards.result->wrong.empty() ? "right" : "wrong";
}

bool Checked::may_be_wrong() const {
  return std::any_of(hazards.findings.begin(), hazards.findings.end(), [](const Finding& f) {
    return f.hazard == Hazard::wrong_result && f.severity == Severity::possible;
  });
}

bool Report::has(Severity severity) const {
  if (std::any_of(told.begin(), told.end(), [&](const LaunchMistake& one) { return one.severity == severity; }))
    return true;
  return std::any_of(checked.begin(), checked.end(), [&](const Checked& one) {
    return std::any_of(one.hazards.findings.begin(), one.hazards.findings.end(),
                       [&](const Finding& f) { return f.severity == severity; });
  });
}

namespace {

// The last line of the statement that begins on this line.
std::uint32_t last_of_statement(const std::string& text, std::size_t at, std::uint32_t line) {
  unsigned depth = 0;
  bool has_body = false;
  for (; at < text.size(); ++at) {
    if (text[at] == '\n') ++line;
    if (text[at] == '(' || text[at] == '{') ++depth;
    has_body = has_body || text[at] == '{';
    if (text[at] != ')' && text[at] != '}' && text[at] != ';') continue;
    if (text[at] != ';' && depth > 0) --depth;
    if (depth == 0 && (text[at] == ';' || (text[at] == '}' && has_body))) break;
  }
  return line;
}

}  // namespace

std::vector<std::uint32_t> lines_of_loop(const std::string& text, std::uint32_t line) {
  constexpr std::uint32_t most = 40;
  std::vector<std::size_t> begins{0, 0};  // offsets of lines, which are counted from 1
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
    begins.push_back(at + 1);
  if (line == 0 || line >= begins.size()) return {line};
  for (std::uint32_t first = line; first > 0 && first + most > line; --first) {
    const std::size_t end = first + 1 < begins.size() ? begins[first + 1] : text.size();
    const std::string_view words = std::string_view(text).substr(begins[first], end - begins[first]);
    if (!has_word(words, "for") && !has_word(words, "while") && !has_word(words, "do")) continue;
    const std::uint32_t last = last_of_statement(text, begins[first], first);
    if (last < line) continue;
    std::vector<std::uint32_t> lines;
    for (std::uint32_t n = first; n <= std::min(last, first + most); ++n) lines.push_back(n);
    return lines;
  }
  return {line};
}

std::vector<std::uint32_t> lines_of_result(const Report& report, const Checked& checked, const Finding& finding) {
  const ResultCheck* const result = checked.hazards.result ? checked.hazards.result->of(finding.array) : nullptr;
  const Trace& trace = checked.trace;
  if (result == nullptr || finding.array >= trace.launch().buffers.size()) return {};
  const Buffer& before = trace.launch().buffers[finding.array];
  const std::span<const std::byte> left = trace.left(finding.array);
  const std::size_t size = before.element_bytes;
  const auto is_untouched = [&](std::uint32_t element) {
    const std::size_t at = element * size;
    return at + size <= left.size() && at + size <= before.bytes.size() &&
           std::equal(left.begin() + static_cast<std::ptrdiff_t>(at),
                      left.begin() + static_cast<std::ptrdiff_t>(at + size),
                      before.bytes.begin() + static_cast<std::ptrdiff_t>(at));
  };
  std::set<std::uint32_t> lines;
  if (report.launch_line > 0 && std::all_of(result->wrong.begin(), result->wrong.end(), is_untouched))
    lines.insert(report.launch_line);
  if (!lines.empty() && result->wrong.size() < result->elements) return {report.launch_line};
  for (const Site& site : trace.sites())
    if (site.kind == Kind::partial_sum || (site.kind == Kind::global_store && site.array == finding.array))
      lines.insert(site.line);
  return {lines.begin(), lines.end()};
}

namespace {

std::vector<Checked> under_all_schedules(LaunchOptions options, Launch launch) {
  if (options.backend == "cuda")
    throw UsageError("--schedules all: a GPU has only its own schedule; use --backend cpu");
  options.backend = "cpu";
  std::vector<Schedule> schedules{
      {Schedule::Kind::in_order, 0}, {Schedule::Kind::reverse, 0}, {Schedule::Kind::warp_interleaved, 0}};
  for (std::uint64_t seed = 1; seed <= random_schedules; ++seed) schedules.push_back({Schedule::Kind::random, seed});
  std::vector<Checked> all;
  for (const Schedule& schedule : schedules) {
    launch.schedule = schedule;
    all.emplace_back(judge(options, launch));
    if (all.back().was_stopped) break;
  }
  return all;
}

// Records if the options ask for a recording; otherwise only judges the launch.
std::vector<Checked> checked_on(const CheckOptions& options, const Launch& launch) {
  if (options.schedules == "all") return under_all_schedules(options.launch, launch);
  const Request& request = options.launch.request;
  const bool records =
      !options.launch.file.empty() || request.record.value_or(Record::full) != Record::full || !request.window.empty();
  std::vector<Checked> one;
  if (records)
    one.emplace_back(record_or_load(options.launch, launch, OnFault::keep));
  else
    one.emplace_back(judge(options.launch, launch));
  return one;
}

// Options for additional launches, which may never end.
LaunchOptions once_more(const LaunchOptions& options) {
  constexpr std::uint64_t most = 300'000'000;  // instructions of 64 threads
  LaunchOptions other = options;
  other.backend = "cpu";
  other.limit = std::min(other.limit, most);
  return other;
}

// Identifies a finding across launches.
using Cause = std::tuple<Hazard, std::uint8_t, std::vector<std::uint32_t>>;
Cause cause_of(const Finding& finding) { return {finding.hazard, finding.array, lines_of(finding)}; }

// An error is only possible unless it appears in all of at least three launches.
void compare(Report& report, const LaunchOptions& options, std::vector<Launch> others) {
  constexpr std::size_t least = 2;  // in addition to the first launch
  const LaunchOptions on_cpu = once_more(options);
  std::vector<std::set<Cause>> all;
  for (Launch& launch : others) {
    if (was_interrupted()) break;
    if (report.checked.size() > 1) launch.schedule = report.checked.back().trace.launch().schedule;
    const Verdict verdict = judge(on_cpu, launch);
    std::set<Cause>& found = all.emplace_back();
    for (const Finding& finding : verdict.hazards.findings)
      if (finding.severity == Severity::error || finding.hazard == Hazard::uninitialised_read)
        found.insert(cause_of(finding));
    report.tried.push_back(shape_in_words(launch));
    launch = {};  // frees the memory
  }
  for (Checked& checked : report.checked)
    for (Finding& finding : checked.hazards.findings) {
      if (finding.severity != Severity::error) continue;
      const Cause cause = cause_of(finding);
      const bool is_in_all =
          all.size() >= least &&
          std::all_of(all.begin(), all.end(), [&](const std::set<Cause>& other) { return other.contains(cause); });
      if (!is_in_all) finding.severity = Severity::possible;
    }
}

// An array that is passed as a place inside another one has an unknown length.
void doubt_lengths(Report& report, const std::set<std::size_t>& arrays) {
  for (Checked& checked : report.checked)
    for (Finding& finding : checked.hazards.findings)
      if (finding.hazard == Hazard::out_of_bounds && finding.severity == Severity::error &&
          arrays.contains(finding.array))
        finding.severity = Severity::possible;
}

// Arrays whose length is given neither by the user nor by numbers of the launch.
std::set<std::size_t> of_unknown_length(const Report& report, const Launch& launch) {
  std::set<std::size_t> all;
  const machine::Code& code = launch.program->prepared->code();
  for (std::size_t n = 0; n < launch.buffers.size(); ++n) {
    const Buffer& buffer = launch.buffers[n];
    if (buffer.sides.empty() || !code.arrays[n].is_parameter) continue;
    const auto origin = report.origins.find(buffer.name);
    if (!reading::has_matrices(launch) && (origin == report.origins.end() || origin->second != NumberOrigin::tried))
      continue;
    double elements = 1;
    for (const std::int64_t side : buffer.sides) elements *= static_cast<double>(side);
    const bool is_said = std::any_of(launch.numbers.begin(), launch.numbers.end(), [&](const ExactNumber& a) {
      return a.value == elements || std::any_of(launch.numbers.begin(), launch.numbers.end(),
                                                [&](const ExactNumber& b) { return a.value * b.value == elements; });
    });
    if (!is_said) all.insert(n);
  }
  return all;
}

bool is_made_up(const Report& report, const Launch& launch) {
  const auto is_tried = [&](const auto& each) { return each.second == NumberOrigin::tried; };
  if (reading::has_matrices(launch)) return std::any_of(report.origins.begin(), report.origins.end(), is_tried);
  const std::vector<std::string> names = numbers_of(launch);
  return std::any_of(report.origins.begin(), report.origins.end(), [&](const auto& each) {
    const bool is_number = each.first == "grid_size" || each.first == "block_size" ||
                           std::find(names.begin(), names.end(), each.first) != names.end();
    return is_number && is_tried(each);
  });
}

// Warnings about the source that make a launch wrong.
struct Warned {
  explicit Warned(const CheckOptions& options) {
    const Request& asked = options.launch.request;
    if (!options.launch.file.empty() || !is_kernel_file(asked.kernel)) return;
    const std::string text = text_of(asked);
    const language::Program program = language::read(text, options_with_header(asked, text));
    const auto line_of = [&](language::Place place) { return program.source().position(place.offset).line; };
    for (const language::Diagnostic& diagnostic : program.diagnostics()) {
      if (diagnostic.mistake == language::Mistake::barrier_left_out) barriers.insert(line_of(diagnostic.place));
      // A structure may be copied as a whole even if its unset members are never read.
      if (diagnostic.mistake != language::Mistake::unset_variable) continue;
      // The warning belongs to the kernel that contains it, or else the one before it.
      const language::Kernel* of = nullptr;
      for (const language::Kernel& kernel : program.kernels())
        if (of == nullptr || (kernel.function->place.offset <= diagnostic.place.offset &&
                              kernel.function->place.offset > of->function->place.offset))
          of = &kernel;
      if (of != nullptr) unset[of->name].push_back({"unset_variable", line_of(diagnostic.place), diagnostic.message});
    }
  }

  std::set<std::uint32_t> barriers;                                      // that some threads of a block skip
  std::map<std::string, std::vector<LaunchMistake>, std::less<>> unset;  // variables without a value, by kernel
};

// If threads read unset values, a barrier that returned threads skip is part of the same mistake.
void blame_returned(std::vector<Finding>& findings) {
  const bool reads_unset = std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
    return finding.hazard == Hazard::uninitialised_read && finding.severity == Severity::error;
  });
  for (Finding& finding : findings)
    if (reads_unset && finding.hazard == Hazard::barrier_divergence && finding.severity == Severity::note)
      finding.severity = Severity::error;
}

// A barrier that some threads skip is a mistake, even though a GPU continues once these threads have returned.
void add_warned(Report& report, const Warned& warned) {
  if (const auto unset = warned.unset.find(report.kernel); unset != warned.unset.end())
    report.told.insert(report.told.end(), unset->second.begin(), unset->second.end());
  for (Checked& checked : report.checked)
    for (Finding& finding : checked.hazards.findings) {
      if (finding.hazard != Hazard::barrier_divergence || finding.severity != Severity::note) continue;
      const std::vector<std::uint32_t> lines = lines_of(finding);
      if (std::any_of(lines.begin(), lines.end(), [&](std::uint32_t line) { return warned.barriers.contains(line); }))
        finding.severity = Severity::error;
    }
  for (Checked& checked : report.checked) blame_returned(checked.hazards.findings);
}

// The made-up contents of arrays lead each thread to its own element; with other contents, threads may access the same
// one. If they race then, the report is on that launch.
void look_where_threads_meet(Report& report, const LaunchOptions& options, const Launch& launch) {
  if (report.checked.size() > 1 || report.has(Severity::error)) return;
  const std::optional<Launch> other = with_contents_that_meet(report.asked, launch, report.origins);
  if (!other) return;
  const LaunchOptions on_cpu = once_more(options);
  Verdict verdict = judge(on_cpu, *other);
  std::erase_if(verdict.hazards.findings, [](const Finding& finding) {
    return finding.severity == Severity::error && finding.hazard != Hazard::race;
  });
  for (Finding& finding : verdict.hazards.findings)
    if (finding.severity == Severity::error) finding.severity = Severity::possible;
  if (std::none_of(verdict.hazards.findings.begin(), verdict.hazards.findings.end(),
                   [](const Finding& finding) { return finding.severity == Severity::possible; }))
    return;
  report.tried.push_back(shape_in_words(launch));
  report.checked.clear();
  report.checked.emplace_back(verdict);
}

// Reports a variable that some path through the kernel never sets.
void tell_of_unset_values(Report& report, const Launch& launch) {
  if (report.has(Severity::error) || report.has(Severity::possible)) return;
  const auto found = stored_unset(launch);
  if (!found) return;
  report.told.push_back(
      {"unset_variable", found->line,
       fmt::format("thread {} of block {} stores a value here that depends on a variable it has not set",
                   place_among(launch.block, found->thread), place_among(launch.grid, found->block)),
       Severity::possible});
}

// Plans the launch from the options and the header; missing values are guessed.
Report planned_report(const CheckOptions& options, const Warned& warned) {
  const Launch launch = options.schedules == "all" ? launch_to_record(options.launch) : launch_of(options.launch);
  Report report{.asked = options.launch.request, .kernel = launch.kernel, .checked = checked_on(options, launch)};
  if (launch.program) report.kernel = launch.program->prepared->facts().name;
  if (!options.launch.file.empty() || !launch.program) return report;
  add_warned(report, warned);
  report.origins = origins_of(launch, report.asked);
  look_where_threads_meet(report, options.launch, launch);
  tell_of_unset_values(report, launch);
  const bool is_listed = !place_in_words(launch).empty();  // the launches before it were run
  if (!is_listed && report.has(Severity::error) && is_made_up(report, launch))
    compare(report, options.launch, other_launches(report.asked, launch, report.origins));
  if (is_made_up(report, launch)) doubt_lengths(report, of_unknown_length(report, launch));
  return report;
}

// All launches that run in sequence on the same arrays, if none is chosen.
std::vector<Report> planned_reports(const CheckOptions& options, const Warned& warned) {
  const Request& asked = options.launch.request;
  std::vector<Report> all;
  all.push_back(planned_report(options, warned));
  const Launch first = all.front().checked.front().trace.launch();
  if (place_in_words(first).empty() || asked.launch > 0 || asked != as_listed(asked, 0)) return all;
  for (std::size_t number = 2; number <= first.program->list.names.size() && !was_interrupted(); ++number) {
    CheckOptions other = options;
    other.launch.request = as_listed(asked, number);
    all.push_back(planned_report(other, warned));
  }
  return all;
}

// True if the options say nothing about the launch, so that the source's own launch is used.
bool is_left_to_text(const LaunchOptions& options) {
  const Request& asked = options.request;
  if (!options.file.empty() || !is_kernel_file(asked.kernel)) return false;
  const bool is_said = asked.m || asked.n || asked.k || asked.tile || asked.grid || asked.block || asked.shared_bytes ||
                       !asked.arrays.empty() || !asked.numbers.empty() || asked.launch > 0 || !asked.launches.empty() ||
                       asked.inputs != Request().inputs;
  if (is_said) return false;
  const std::string text = text_of(asked);
  const KernelHeader header = read_header(text, asked.kernel, asked);
  return !header.grid && !header.block && !header.shared_bytes && header.arrays.empty() && header.numbers.empty() &&
         header.entry.empty() && header.hangs_on_sides.empty() && read_launches(text, asked.kernel, asked).empty();
}

std::uint32_t line_of(const std::string& text, const TextLaunch& launch) {
  const auto end =
      text.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(launch.said.place.offset, text.size()));
  return static_cast<std::uint32_t>(1 + std::count(text.begin(), end, '\n'));
}

// The source's numbers for a launch that runs with others; empty if there are none.
std::string not_as_in_text(const std::string& text, const TextLaunch& launch, const std::string& why) {
  const std::string numbers = numbers_in_words(launch.said);
  return numbers.empty()
             ? ""
             : fmt::format("This launch is not the one on line {}: {}{}.", line_of(text, launch), numbers, why);
}

std::string unknown_words(const TextLaunch& launch) {
  return fmt::format("; {} {} known only when the program runs", listed(launch.unknown, "and"),
                     launch.unknown.size() == 1 ? "is" : "are");
}

// Whether the host writes other values to the array between two launches.
bool is_filled_again(const std::string& text, std::size_t first, std::size_t last, const std::string& name) {
  for (std::size_t at = text.find("cudaMem", first); at < last; at = text.find("cudaMem", at + 1)) {
    const std::size_t open = text.find('(', at), comma = text.find(',', at);
    if (open == std::string::npos || comma == std::string::npos || open > comma) continue;
    if (has_word(std::string_view(text).substr(open + 1, comma - open - 1), name)) return true;
  }
  return false;
}

class InText {
 public:
  InText(const CheckOptions& options, const Warned& warned)
      : options_(options), warned_(warned), text_(text_of(options.launch.request)) {}

  Report report(const TextLaunch& launch) {
    Report report{.asked = options_.launch.request, .kernel = launch.said.kernel, .is_in_text = true};
    report.asked.entry = launch.said.kernel;
    report.launch_line = line_of(text_, launch);
    if (const std::string why = why_no_gpu(launch.said, text_); !why.empty()) {
      report.problem = why;
      report.told.push_back({"impossible_launch", report.launch_line, why});
      return report;
    }
    if (bytes_of(launch.said) > most_bytes) {
      Report small = made_up(launch, ", which needs too much memory to run here");
      tell_of_ends(small, launch);
      return small;
    }
    try {
      return judged(std::move(report), launch);
    } catch (const UsageError& error) {  // the launch cannot run as it is
      return made_up(launch, fmt::format("; that launch cannot run here: {}", error.what()));
    }
  }

  // A launch with numbers other than the source's.
  Report made_up(const TextLaunch& launch, const std::string& why) {
    CheckOptions options = options_;
    options.launch.request.entry = launch.said.kernel;
    Report report = planned_report(options, warned_);
    report.text_says = not_as_in_text(text_, launch, why);
    report.launch_line = line_of(text_, launch);
    return report;
  }

 private:
  static double bytes_of(const language::Launch& launch) {
    double all = 0;
    for (const auto& bytes : launch.bytes) all += static_cast<double>(bytes.value_or(0));
    return all;
  }

  static std::string why_no_gpu(const language::Launch& launch, std::string_view text) {
    const auto& [x, y, z] = *launch.block;
    for (const auto& [name, sides] : {std::pair{"grid", *launch.grid}, {"block", *launch.block}})
      if (std::any_of(sides.begin(), sides.end(), [](std::int64_t side) { return side < 1; }))
        return fmt::format("its {} is {}, but each side must be at least 1", name, fmt::join(sides, " x "));
    if (x > 1024 || y > 1024 || z > 64 || x * y * z > 1024)
      return fmt::format("its block of {} threads is too large: the limit is 1024", x * y * z);
    if ((*launch.grid)[1] > 65535 || (*launch.grid)[2] > 65535)
      return fmt::format("its grid of {} is too large: the limit is 65535 rows and 65535 layers",
                         fmt::join(*launch.grid, " x "));
    constexpr std::int64_t most_shared = 232448;
    if (launch.shared_bytes.value_or(0) > most_shared)
      return fmt::format("it requests {} bytes of shared memory, but a block can have at most {}", *launch.shared_bytes,
                         most_shared);
    constexpr std::int64_t most_unasked = 49152;
    const bool asks = text.find("FuncSetAttribute") != std::string_view::npos ||
                      text.find("MAX_DYNAMIC_SHARED") != std::string_view::npos;
    if (!asks && launch.shared_bytes.value_or(0) > most_unasked)
      return fmt::format(
          "it requests {} bytes of shared memory, but requesting more than {} requires a call to cudaFuncSetAttribute "
          "first",
          *launch.shared_bytes, most_unasked);
    return "";
  }

  // Runs the first and last blocks of the source's launch without real arrays, to find an index that overflows an int
  // and so points before the beginning of an array.
  void tell_of_ends(Report& report, const TextLaunch& launch) const {
    Request said = as_in_text(options_.launch.request, launch);
    for (auto& [array, sides] : said.arrays) sides = "1";
    said.grid = Dimensions{1, 1, 1};
    said.record = Record::counts;
    try {
      Launch planned = plan_said(said, {});
      const auto& [x, y, z] = *launch.said.grid;
      planned.grid = {static_cast<unsigned>(x), static_cast<unsigned>(y * z)};
      planned.grid_depth = static_cast<unsigned>(z);
      const auto found = before_beginning(planned);
      if (!found) return;
      report.told.push_back(
          {"out_of_bounds", found->line,
           fmt::format(
               "in the launch on line {}, thread {} of block {} {} {}[{}], which is before the start of the array: "
               "the index may have overflowed an int",
               report.launch_line, place_among(planned.block, found->thread), place_among(planned.grid, found->block),
               found->stores ? "stores to" : "loads", found->array, found->index)});
    } catch (const UsageError&) {  // the kernel cannot run with these arrays
    }
  }

  Report judged(Report report, const TextLaunch& launch) {
    Request said = as_in_text(report.asked, launch);
    Launch planned = planned_on_left(launch, said);
    planned.record = said.record.value_or(Record::full);
    if (const double work = likely_work(planned); work > most_work)
      return made_up(launch, ", which takes too long to run here");
    report.checked = checked_on(options_, planned);
    report.origins = origins_of(planned, report.asked);
    keep(launch, report.checked.front().trace);
    add_warned(report, warned_);
    tell_of_rest(report, planned);
    tell_of_lost_sums(report, planned);
    look_with_warps_in_step(report, planned);
    tell_of_unset_values(report, planned);
    if (!report.has(Severity::error)) return report;
    std::set<std::size_t> doubtful;
    const machine::Code& code = planned.program->prepared->code();
    for (std::size_t n = 0; n < code.arrays.size(); ++n)
      if (code.arrays[n].is_parameter && !launch.called.contains(code.arrays[n].name)) doubtful.insert(n);
    doubt_lengths(report, doubtful);
    if (report.has(Severity::error) && hangs_on_contents(planned))
      compare(report, options_.launch, other_contents(said, planned));
    return report;
  }

  // If threads branch on values that others change, running them one by one may hide errors within a warp.
  void look_with_warps_in_step(Report& report, const Launch& launch) const {
    const auto decides_by_others = [](const Finding& finding) {
      return finding.hazard == Hazard::race && finding.severity == Severity::note;
    };
    const std::vector<Finding>& found = report.checked.front().hazards.findings;
    if (report.checked.size() > 1 || launch.schedule.kind != Schedule::Kind::in_order || report.has(Severity::error) ||
        std::none_of(found.begin(), found.end(), decides_by_others))
      return;
    Launch other = launch;
    other.schedule.kind = Schedule::Kind::warp_interleaved;
    const LaunchOptions on_cpu = once_more(options_.launch);
    const Verdict verdict = judge(on_cpu, other);
    if (verdict.hazards.errors()) report.checked.emplace_back(verdict);
  }

  // A lost sum: a block adds a loaded value to a cell that is never read. Changing that value does not change the
  // result, although changing the value that the first thread loads does.
  static void tell_of_lost_sums(Report& report, const Launch& launch) {
    constexpr std::size_t most_tried = 24;
    const Checked& checked = report.checked.front();
    if (checked.lost_sums.empty() || report.has(Severity::error)) return;
    Leaves leaves(launch, [](std::uint64_t block) { return block == 0; });
    const std::optional<Leaves::Left> as_it_is = leaves.as_it_is();
    if (!as_it_is) return;
    const auto goes_nowhere = [&](std::size_t array, std::uint32_t element) {
      return leaves.with_other(array, element) == as_it_is;
    };
    std::size_t tried = 0;
    for (const LostSum& lost : checked.lost_sums) {
      if (tried++ == most_tried) return;
      if (!goes_nowhere(lost.from, lost.element) || goes_nowhere(lost.from, 0)) continue;
      const std::vector<ArrayInfo>& arrays = checked.trace.arrays();
      report.told.push_back(
          {"lost_sum", lines_of_loop(checked.trace.kernel_text(), lost.line).front(),
           fmt::format("the value of {2}[{3}] is lost: block (0,0) adds {0}[{1}] to it, but no thread reads {2}[{3}] "
                       "afterwards, so {0}[{1}] does not affect the result",
                       arrays[lost.from].name, lost.element, arrays[lost.array].name, lost.index)});
      return;
    }
  }

  // Reports elements that pass the kernel's guard but have no thread, because the grid is too small.
  static void tell_of_rest(Report& report, const Launch& launch) {
    const Trace& trace = report.checked.front().trace;
    if (trace.fault() || reading::has_matrices(launch)) return;
    const machine::Code& code = launch.program->prepared->code();
    const reading::Uses uses = reading::uses_of(code);
    const std::uint64_t threads = std::uint64_t{launch.grid.x} * launch.block.x;
    if (launch.grid.y > 1 || launch.block.y > 1) return tell_of_rest_of_rows(report, launch, uses);
    for (std::size_t n = 0; n < code.arrays.size(); ++n) {
      const Buffer& buffer = launch.buffers[n];
      const std::span<const std::byte> left = trace.left(n);
      const std::size_t size = buffer.element_bytes, all = buffer.bytes.size() / std::max<std::size_t>(size, 1);
      if (!code.arrays[n].is_parameter || !code.arrays[n].is_written || left.size() != buffer.bytes.size()) continue;
      const auto& result = report.checked.front().hazards.result;  // a wrong result is already reported
      if (const ResultCheck* const of = result ? result->of(n) : nullptr; of != nullptr && !of->wrong.empty()) continue;
      const auto number = std::find_if(launch.numbers.begin(), launch.numbers.end(),
                                       [&](const ExactNumber& each) { return each.value == static_cast<double>(all); });
      if (number == launch.numbers.end() || threads >= all || threads == 0) continue;
      const reading::NumberUse& use = uses.numbers[static_cast<std::size_t>(number - launch.numbers.begin())];
      const auto begin = static_cast<std::ptrdiff_t>(threads * size);
      const bool is_left_out = use.is_guard && use.covers_all &&
                               std::equal(left.begin() + begin, left.end(), buffer.bytes.begin() + begin) &&
                               !std::equal(left.begin(), left.begin() + begin, buffer.bytes.begin());
      if (is_left_out)
        report.told.push_back(
            {"never_stored", report.launch_line,
             fmt::format("{}[{}] to {}[{}] are never stored: {} lets {} threads store, but the launch "
                         "has {}",
                         buffer.name, threads, buffer.name, all - 1,
                         numbers_of(launch)[static_cast<std::size_t>(number - launch.numbers.begin())], all, threads)});
    }
  }

  // Likewise for rows and columns, with two guards.
  static void tell_of_rest_of_rows(Report& report, const Launch& launch, const reading::Uses& uses) {
    const machine::Code& code = launch.program->prepared->code();
    const std::uint64_t across = std::uint64_t{launch.grid.x} * launch.block.x;
    const std::uint64_t down = std::uint64_t{launch.grid.y} * launch.block.y;
    const auto guard = [&](std::size_t n) -> std::uint64_t {
      const double value = launch.numbers[n].value;
      return uses.numbers[n].is_guard && value >= 1 && value < 1e6 ? static_cast<std::uint64_t>(value) : 0;
    };
    for (std::size_t n = 0; n < code.arrays.size(); ++n) {
      const Buffer& buffer = launch.buffers[n];
      const std::span<const std::byte> left = report.checked.front().trace.left(n);
      const std::size_t size = buffer.element_bytes;
      if (!code.arrays[n].is_parameter || !code.arrays[n].is_written || size == 0 || left.size() != buffer.bytes.size())
        continue;
      const auto stays = [&](std::uint64_t element) {
        const auto at = static_cast<std::ptrdiff_t>(element * size);
        return std::equal(left.begin() + at, left.begin() + at + static_cast<std::ptrdiff_t>(size),
                          buffer.bytes.begin() + at);
      };
      for (std::size_t w = 0; w < launch.numbers.size(); ++w)
        for (std::size_t h = 0; h < launch.numbers.size(); ++h) {
          const std::uint64_t columns = guard(w), rows = guard(h);
          if (w == h || columns * rows == 0 || columns * rows * size != buffer.bytes.size()) continue;
          if (across >= columns && down >= rows) return;
          bool any_stored = false, is_rest_left = true;
          for (std::uint64_t row = 0; row < rows; ++row)
            for (std::uint64_t column = 0; column < columns; ++column)
              if (row < down && column < across)
                any_stored = any_stored || !stays(row * columns + column);
              else
                is_rest_left = is_rest_left && stays(row * columns + column);
          if (!any_stored || !is_rest_left) continue;
          const bool lacks_rows = down < rows;
          report.told.push_back(
              {"never_stored", report.launch_line,
               fmt::format("{} {} to {} of {} are never stored: the guards let {} of them through, but "
                           "the launch has threads for {}",
                           lacks_rows ? "rows" : "columns", lacks_rows ? down : across,
                           (lacks_rows ? rows : columns) - 1, buffer.name, lacks_rows ? rows : columns,
                           lacks_rows ? down : across)});
          return;
        }
    }
  }

  // Plans the launch on the values that previous launches left.
  Launch planned_on_left(const TextLaunch& launch, const Request& said) {
    const Meanwhile telling(fmt::format("planning {} as the file launches it", launch.said.kernel));
    Beginning beginning;
    Request rest = said;
    rest.record = Record::counts;  // the check decides later whether all events fit
    for (const auto& [array, called] : launch.called) {
      const auto held = left_.find(called);
      if (held == left_.end() || is_filled_again(text_, held->second.offset, launch.said.place.offset, called))
        continue;
      beginning.given[array] = held->second.buffer;
      rest.arrays.erase(array);
    }
    if (!beginning.given.empty()) try {
        return plan_said(rest, beginning);
      } catch (const UsageError&) {  // here, the array has another type
      }
    rest.arrays = said.arrays;
    return plan_said(rest, {});
  }

  void keep(const TextLaunch& launch, const Trace& trace) {
    for (std::size_t n = 0; n < trace.arrays().size(); ++n) {
      const Buffer& buffer = trace.launch().buffers[n];
      const auto called = launch.called.find(name_in_text(trace.launch(), n));
      if (called == launch.called.end() || buffer.sides.empty() || trace.fault()) continue;
      Kept kept{buffer, launch.said.place.offset};
      if (const auto bytes = trace.left(n); !bytes.empty()) kept.buffer.bytes.assign(bytes.begin(), bytes.end());
      kept.buffer.fill = fmt::format("{}by {}", Buffer::left, launch.said.kernel);
      left_[called->second] = std::move(kept);
    }
  }

  struct Kept {
    Buffer buffer;
    std::size_t offset = 0;  // where the source contains the launch that left it
  };

  const CheckOptions& options_;
  const Warned& warned_;
  std::string text_;
  std::map<std::string, Kept, std::less<>> left_;  // by the host's name for the array
};

// Checks the file's remaining kernels separately.
void add_others(std::vector<Report>& all, const CheckOptions& options, const Warned& warned) {
  std::set<std::string> judged;
  for (const Report& report : all) judged.insert(report.kernel);
  for (const std::string& name : kernels_in_text(options.launch.request)) {
    if (judged.contains(name) || was_interrupted() || all.size() >= most_kernels) continue;
    CheckOptions other = options;
    other.launch.request.entry = name;
    try {
      all.push_back(planned_report(other, warned));
    } catch (const UsageError& error) {
      all.push_back({.asked = other.launch.request, .kernel = name, .problem = error.what()});
    }
  }
}

}  // namespace

std::vector<Report> reports(const CheckOptions& options) {
  const Request& asked = options.launch.request;
  const Warned warned(options);
  if (!is_left_to_text(options.launch)) return planned_reports(options, warned);
  InText in_text(options, warned);
  std::vector<Report> all;
  std::vector<TextLaunch> launches = launches_in_text(asked);
  const bool any_whole =
      std::any_of(launches.begin(), launches.end(), [](const TextLaunch& launch) { return launch.is_whole(); });
  if (!any_whole) {
    all = planned_reports(options, warned);
    for (Report& report : all)
      for (const TextLaunch& launch : launches)
        if (report.kernel == launch.said.kernel)
          report.text_says = not_as_in_text(text_of(asked), launch, unknown_words(launch));
  }
  for (const TextLaunch& launch : launches) {
    if (!any_whole || was_interrupted() || all.size() >= most_kernels) break;
    all.push_back(launch.is_whole() ? in_text.report(launch) : in_text.made_up(launch, unknown_words(launch)));
  }
  if (asked.entry.empty()) add_others(all, options, warned);
  return all;
}

}  // namespace tilescope::cli
