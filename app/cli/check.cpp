// tilescope check: what a kernel does wrong, one finding for each cause. Exit 1 where there is an error among them, 3
// where there is none and a limit ended the run.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/launch_options.h"
#include "app/cli/table.h"
#include "app/explain/finding_words.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "app/stage/words.h"
#include "instrumentation/analysis/hazards.h"
#include "instrumentation/analysis/wrong_reads.h"
#include "instrumentation/error.h"
#include "instrumentation/listed.h"
#include "instrumentation/reading/check_result.h"
#include "instrumentation/reading/launch_product.h"
#include "instrumentation/reading/reference.h"
#include "kernels/guessed.h"
#include "kernels/kernel_roles.h"
#include "kernels/launch_list.h"
#include "kernels/launch_words.h"

namespace tilescope::cli {

namespace {

constexpr std::uint64_t random_schedules = 4;

// What words need of a trace. Several traces of a large launch would not fit beside each other.
Trace without_events(const Trace& trace) {
  Trace::Parts parts;
  parts.launch = trace.launch();
  parts.kernel_text = trace.kernel_text();
  parts.executor = trace.executor();
  parts.backend = trace.backend();
  parts.arrays = trace.arrays();
  parts.sites = trace.sites();
  parts.mask_mistakes = trace.mask_mistakes();
  parts.blocks.resize(trace.block_count());
  for (std::size_t n = 0; n < trace.arrays().size(); ++n)
    parts.left.emplace_back(std::vector<std::byte>(trace.left(n).begin(), trace.left(n).end()));
  parts.fault = trace.fault();
  return Trace(std::move(parts));
}

// A launch under one schedule, and what was found.
struct Checked {
  Trace trace;  // without its events
  std::string schedule;
  Hazards hazards;
  std::vector<WrongRead> wrong_reads;  // the first, if any
  std::vector<reading::PastRow> past_rows;

  bool on_device = false;    // the events were judged there, but for those of blocks in doubt
  bool was_stopped = false;  // by Ctrl+C, before all blocks were done
  std::uint64_t in_step = 0;  // blocks that race, and ran with all threads in step

  explicit Checked(const Trace& whole) : Checked(whole, reading::judged(whole)) {}
  explicit Checked(const Verdict& verdict) : Checked(verdict.trace, verdict.hazards) {
    on_device = verdict.on_device;
    was_stopped = verdict.was_stopped;
    in_step = verdict.in_step;
  }
  Checked(const Trace& whole, Hazards found) : trace(without_events(whole)), hazards(std::move(found)) {
    const Schedule& how = trace.launch().schedule;
    schedule = trace.backend() == Backend::cuda ? "hardware" : name_of(how.kind);
    if (how.kind == Schedule::Kind::random) schedule += fmt::format(":{}", how.seed);
    const bool races = std::any_of(hazards.findings.begin(), hazards.findings.end(), [](const Finding& f) {
      return f.hazard == Hazard::race || f.hazard == Hazard::uninitialised_read;
    });
    if (races) wrong_reads = tilescope::wrong_reads(whole, 1);
    past_rows = reading::past_rows(whole);
  }
  [[nodiscard]] std::vector<std::string> caveats() const {
    std::vector<std::string> all = tilescope::caveats(trace, hazards, past_rows);
    if (in_step > 0)
      all.push_back(fmt::format("Many blocks race. {} of them ran with all threads in step, which takes less time than to run "
                                "them by the schedule; so what the launch leaves was not compared with anything.",
                                with_commas(in_step)));
    return all;
  }
  [[nodiscard]] std::string result() const {
    if (trace.fault() || was_stopped) return "not finished";
    if (!hazards.result) return "not compared";
    return hazards.result->wrong.empty() ? "right" : "wrong";
  }
};

// A finding, and the launch whose trace has it.
struct Shown {
  const Checked* checked;
  const Finding* finding;
};

// Every cause once. The first schedule that shows it tells of it; most causes are the same in all of them.
std::vector<Shown> causes(const std::vector<Checked>& all) {
  std::vector<Shown> shown;
  for (const Checked& checked : all)
    for (const Finding& finding : checked.hazards.findings)
      if (std::none_of(shown.begin(), shown.end(),
                       [&](const Shown& known) { return same_cause(*known.finding, finding); }))
        shown.push_back({&checked, &finding});
  std::stable_sort(shown.begin(), shown.end(),
                   [](const Shown& a, const Shown& b) { return a.finding->hazard < b.finding->hazard; });
  return shown;
}

Json place(const Trace& trace, std::uint32_t thread) {
  const unsigned columns = trace.launch().block.x;
  return {thread / columns, thread % columns};
}
Json block_place(const Trace& trace, std::size_t block) {
  const unsigned columns = trace.launch().grid.x;
  return {block / columns, block % columns};
}

Json json_of(const Trace& trace, const Access& access) {
  return {{"line", access.line},
          {"access", access.kind == Kind::barrier_arrive ? "barrier"
                     : access.kind == Kind::shuffle      ? "shuffle"
                     : access.kind == Kind::vote         ? "vote"
                     : access.kind == Kind::atomic       ? "atomic"
                     : access.store                      ? "store"
                                                         : "load"},
          {"text", text_of_line(trace.kernel_text(), access.line)},
          {"block", block_place(trace, access.block)},
          {"thread", place(trace, access.thread)},
          {"event", access.number}};
}

// `threads`: who is missing, or was asked; one that the block does not have is none.
Json json_of(const Trace& trace, const MaskMistake& of) {
  Json threads = Json::array();
  for (std::uint32_t n = 0; n < 32; ++n)
    if (const std::uint32_t thread = of.thread / 32 * 32 + n;
        (of.lanes >> n & 1) != 0 && thread < trace.threads_per_block())
      threads.push_back(place(trace, thread));
  return {{"function", name_of(of.function)},
          {"mask", fmt::format("{:#010x}", of.mask)},
          {"mistake", name_of(of.kind)},
          {"threads", threads}};
}

// JSON knows no NaN and no infinity.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json json_of(const Shown& shown) {
  const Trace& trace = shown.checked->trace;
  const Finding& f = *shown.finding;
  const bool has_array = f.array < trace.arrays().size();
  const bool has_cell =
      has_array && (!f.accesses.empty() || f.difference) && (f.hazard != Hazard::out_of_bounds || !is_far(f.cell));
  Json accesses = Json::array();
  Json threads = Json::array();
  for (const Access& access : f.accesses) {
    accesses.push_back(json_of(trace, access));
    threads.push_back(place(trace, access.thread));
  }
  Json json{{"kind", name_of(f.hazard)},
            {"severity", name_of(f.severity)},
            {"line", f.accesses.empty() ? Json(nullptr) : Json(f.accesses.front().line)},
            {"lines", lines_of(f)},
            {"array", has_array ? Json(trace.arrays()[f.array].name) : Json(nullptr)},
            {"index", has_cell ? Json(static_cast<std::int32_t>(f.cell)) : Json(nullptr)},
            {"threads", threads},
            {"interval", f.accesses.empty() ? Json(nullptr) : Json(f.interval)},
            {"message", message_words(trace, shown.checked->hazards, f)},
            {"schedule", shown.checked->schedule},
            {"accesses", accesses},
            {"total", {{"times", f.times}, {"cells", f.cells}, {"blocks", f.blocks}, {"intervals", f.intervals}}}};
  if (f.mask) json["mask"] = json_of(trace, *f.mask);
  if (f.difference)
    json["difference"] = {{"got", number(f.difference->got)},
                          {"expected", number(f.difference->expected)},
                          {"largest", number(f.difference->largest)},
                          {"not_finite", f.difference->not_finite}};
  return json;
}

Json json_of(const Trace& trace, const WrongRead& read) {
  const auto store = [&](const std::optional<WrongRead::Store>& of) {
    return of ? Json{{"thread", place(trace, of->thread)}, {"event", of->number}} : Json(nullptr);
  };
  return {{"block", block_place(trace, read.block)},
          {"thread", place(trace, read.thread)},
          {"event", read.number},
          {"line", read.line},
          {"array", trace.arrays()[read.array].name},
          {"index", read.cell},
          {"got", number(read.got)},
          {"meant", number(read.meant)},
          {"got_from", store(read.got_from)},
          {"meant_from", store(read.meant_from)},
          {"spoils", read.spoils},
          {"message", wrong_read_words(trace, read)}};
}

bool any_error(const std::vector<Checked>& all) {
  return std::any_of(all.begin(), all.end(), [](const Checked& checked) { return checked.hazards.errors(); });
}

// What came of an array under one schedule.
std::string result_in(const Checked& checked, std::uint8_t array) {
  if (checked.trace.fault() || checked.was_stopped) return "not finished";
  const ResultCheck* const result = checked.hazards.result ? checked.hazards.result->of(array) : nullptr;
  return result == nullptr ? "not compared" : result->wrong.empty() ? "right" : "wrong";
}

// "wrong under reverse; right under in_order", with what stands before each.
std::vector<std::string> results_of(const std::vector<Checked>& all, std::uint8_t array, bool is_doubted) {
  std::vector<std::string> told;
  for (const char* const result : {"wrong", "right", "not finished", "not compared"}) {
    std::vector<std::string> schedules;
    for (const Checked& checked : all)
      if (result_in(checked, array) == result) schedules.push_back(checked.schedule);
    const bool is_right = result == std::string_view("right");
    const char* const words = is_right && is_doubted ? "right in this launch, and doubtful in others," : result;
    if (schedules.size() == all.size() && all.size() > 1)
      told.push_back(fmt::format("{} under all {} schedules", words, all.size()));
    else if (!schedules.empty())
      told.push_back(fmt::format("{} under {}", words, fmt::join(schedules, ", ")));
  }
  return told;
}

// The arrays that some schedule compared.
std::vector<std::uint8_t> arrays_compared(const std::vector<Checked>& all) {
  for (const Checked& checked : all)
    if (checked.hazards.result) return checked.hazards.result->arrays();
  const std::uint8_t array = reading::result_of(all.front().trace.launch());
  return array == no_array ? std::vector<std::uint8_t>() : std::vector<std::uint8_t>{array};
}

bool any_stopped(const std::vector<Checked>& all) {
  return std::any_of(all.begin(), all.end(), [](const Checked& checked) { return checked.was_stopped; });
}

bool is_any_cut_short(const std::vector<Checked>& all) {
  return std::any_of(all.begin(), all.end(), [](const Checked& checked) { return is_cut_short(checked.trace); });
}

std::string verdict(const std::vector<Checked>& all, std::size_t shown) {
  std::string text = shown == 0        ? is_any_cut_short(all) ? "nothing wrong was found as far as it ran"
                                                                : "nothing wrong was found"
                     : !any_error(all) ? fmt::format("nothing wrong for sure, {} possible", shown)
                     : shown == 1      ? "1 finding"
                                       : fmt::format("{} findings", shown);
  const Trace& trace = all.front().trace;
  if (any_stopped(all))
    text += fmt::format("; ended by Ctrl+C, when {} of {} blocks had been looked at",
                        with_commas(all.back().hazards.looked_at), with_commas(all.back().hazards.blocks));
  const std::vector<std::uint8_t> arrays = arrays_compared(all);
  if (arrays.empty()) return text + (trace.fault() ? "; not finished" : "");
  const auto product = reading::product_of(trace.launch());
  const bool is_doubted = product && product->is_doubted && !reading::is_refereed(trace);
  // Arrays that came out alike are told of together, and those that are wrong first.
  std::map<std::vector<std::string>, std::vector<std::string>> alike;
  for (const std::uint8_t array : arrays)
    alike[results_of(all, array, is_doubted)].push_back(trace.launch().buffers[array].name);
  const auto tell = [&](bool wrong) {
    for (const auto& [results, names] : alike)
      if (results.front().starts_with("wrong") == wrong)
        for (const std::string& result : results)
          text += fmt::format("; {} {} {}", listed(names, "and"), names.size() == 1 ? "is" : "are", result);
  };
  tell(true);
  tell(false);
  const bool any_right =
      std::any_of(all.begin(), all.end(), [](const Checked& checked) { return checked.result() == "right"; });
  if (any_right && any_error(all)) text += ", by luck";
  return text;
}

// Of all schedules: wrong where one is.
std::string result_of(const std::vector<Checked>& all) {
  const auto is = [](const char* result) {
    return [result](const Checked& checked) { return checked.result() == result; };
  };
  if (std::any_of(all.begin(), all.end(), is("wrong"))) return "wrong";
  const Trace& trace = all.front().trace;
  const auto product = reading::product_of(trace.launch());
  const bool is_sure = reading::is_refereed(trace) || (product && !product->is_doubted);
  return is_sure && std::all_of(all.begin(), all.end(), is("right")) ? "right" : "unknown";
}

// As what the launch is understood, and how that is known.
Json reading_of(const Trace& trace) {
  const Launch& launch = trace.launch();
  const auto product = reading::product_of(launch);
  if (const reading::Refereed by = reading::references_of(trace); by.is_of_launch || by.is_of_list)
    return {{"kind", "reference"},
            {"of", by.is_of_list ? "all launches" : "this launch"},
            {"sides", Json::object()},
            {"known_by", "the text"},
            {"sure", 1.0}};
  if (!product) return {{"kind", "none"}, {"sides", Json::object()}, {"sure", 0.0}};
  const Json sides{{"M", product->m()}, {"N", product->n()}, {"K", product->k()}};
  if (!product->is_sure) {
    Json none{{"kind", "none"}, {"sides", sides}, {"sure", 0.0}};
    if (const auto matrices = near_product(launch)) none["other_factor"] = matrices->other;
    return none;
  }
  std::map<std::string, std::string> names = names_of_matrices(launch);
  static constexpr std::array<std::string_view, 3> ways{"the catalogue", "names", "trying"};
  Json transposed = Json::array();
  for (const auto& [letter, matrix] : {std::pair{"A", product->a}, {"B", product->b}, {"C", product->c}})
    if (matrix.by_columns) transposed.push_back(letter);
  Json json{{"kind", "product"},
            {"sides", sides},
            {"arrays", {{"A", names["A"]}, {"B", names["B"]}, {"C", names["C"]}}},
            {"known_by", ways[static_cast<std::size_t>(product->known_by)]},
            {"sure", product->agree}};
  if (fails_somewhere(*product))
    json["fails_with"] = {{"M", product->fails[0]}, {"N", product->fails[1]}, {"K", product->fails[2]}};
  if (product->a.by_columns || product->b.by_columns || product->c.by_columns) json["transposed"] = transposed;
  return json;
}

std::string reading_words(const Trace& trace) {
  const Launch& launch = trace.launch();
  const auto product = reading::product_of(launch);
  const reading::Refereed by = reading::references_of(trace);
  if (by.is_of_list)
    return fmt::format(
        "What all {} launches should leave is what `reference` in the text makes of what was there before "
        "the first.{}\n",
        launch.program->list.names.size(), by.is_of_launch ? " What this one should leave, another one says." : "");
  if (by.is_of_launch) return "What should come out is what `reference` in the text leaves.\n";
  if (!product) return "Reads as no product of matrices, so nothing is said of what should come out; all else is.\n";
  if (!product->is_sure)
    return fmt::format("Reads as no product of its {} and {}, so nothing is said of what {} should be.\n",
                       launch.buffers[product->a.array].name, launch.buffers[product->b.array].name,
                       launch.buffers[product->c.array].name);
  if (product->known_by != reading::KnownBy::trying)
    return product->is_doubted ? "It is not right in all launches that were tried.\n" : "";
  std::map<std::string, std::string> names = names_of_matrices(launch);
  const auto named = [&](const char* letter, const reading::Matrix& matrix) {
    return names[letter] + (matrix.by_columns ? " (by columns)" : "");
  };
  return fmt::format(
      "Reads as {} = {} * {}, {} x {} by {} x {}, found by trying small launches: {} of what was tried "
      "agrees.\n",
      named("C", product->c), named("A", product->a), named("B", product->b), product->a.rows, product->a.columns,
      product->b.rows, product->b.columns, product->is_doubted ? "not all" : "all");
}

// What of each array came out: its wrong elements.
Json arrays_json(const Checked& checked) {
  Json arrays = Json::object();
  if (checked.hazards.result)
    for (const std::uint8_t array : checked.hazards.result->arrays())
      arrays[checked.trace.launch().buffers[array].name] = checked.hazards.result->of(array)->wrong.size();
  return arrays;
}

Json json_of(const std::vector<Checked>& all, const Request& asked) {
  const Trace& trace = all.front().trace;
  const Launch& l = trace.launch();
  const std::vector<Shown> shown = causes(all);
  Json findings = Json::array();
  for (const Shown& one : shown) findings.push_back(json_of(one));
  Json schedules = Json::array();
  for (const Checked& checked : all) {
    const Trace& own = checked.trace;
    schedules.push_back(
        {{"schedule", checked.schedule},
         {"c", checked.result()},
         {"arrays", arrays_json(checked)},
         {"wrong_elements", checked.hazards.result ? Json(checked.hazards.result->all_wrong()) : Json(nullptr)},
         {"first_wrong_read",
          checked.wrong_reads.empty() ? Json(nullptr) : json_of(own, checked.wrong_reads.front())}});
  }
  return launch_json(l).with(
      {{"backend", trace.backend() == Backend::cuda ? "cuda" : "cpu"},
       {"executor", trace.executor()},
       {"record", name_of(l.record)},
       {"ended_by", any_stopped(all) ? Json("Ctrl+C") : Json(nullptr)},
       {"judged_on", all.front().on_device ? "device" : "host"},
       {"blocks", {{"all", all.front().hazards.blocks}, {"looked_at", all.front().hazards.looked_at}}},
       {"reading", reading_of(trace)},
       {"result", result_of(all)},
       {"guessed", guessed_in(l, asked)},
       {"other_kernels", l.program ? Json(l.program->others) : Json::array()},
       {"findings", findings},
       {"schedules", schedules},
       {"caveats", all.front().caveats()},
       {"verdict", verdict(all, shown.size())},
       {"sources", {{"difference.expected", "modelled"}, {"all_others", "counted"}}}});
}

std::string text_of(const Shown& shown) {
  const Trace& trace = shown.checked->trace;
  const Finding& f = *shown.finding;
  std::string text = fmt::format("\n{}: {}\n", name_of(f.severity), cause_words(trace, f));
  for (const std::uint32_t line : lines_of(f))
    text += fmt::format("  {:4} | {}\n", line, text_of_line(trace.kernel_text(), line));
  text += fmt::format("  {}\n  In all: {}.\n", example_words(trace, f), total_words(trace, f));
  if (f.severity == Severity::error && shown.checked->hazards.is_right())
    text += fmt::format("  This schedule happened to give the right {}.\n", result_name(trace, shown.checked->hazards));
  const std::vector<WrongRead>& reads = shown.checked->wrong_reads;
  if (f.hazard == Hazard::wrong_result && !reads.empty())
    text += fmt::format("  The first read that went wrong, {}: {}\n", shown.checked->schedule,
                        wrong_read_words(trace, reads.front()));
  return text;
}

// Whether there is more in its file, and how to see it.
std::string others_words(const Launch& launch) {
  if (!launch.program) return "";
  const RecordedKernel& own = *launch.program;
  if (const std::string place = place_in_words(launch); !place.empty())
    return fmt::format("{}{} on the same arrays: {}.\n", static_cast<char>(std::toupper(place[0])), place.substr(1),
                       fmt::join(own.list.titles, ", "));
  if (own.others.empty()) return "";
  return fmt::format("The first {} of its file, which has {} as well: --entry says which.\n",
                     reading::product_of(launch) ? "product" : "kernel", fmt::join(own.others, ", "));
}

// What nobody said of the launch, and how to say it.
std::string guessed_words(const Launch& launch, const Request& asked) {
  std::vector<std::string> words;
  for (const std::string& name : guessed_in(launch, asked))
    words.push_back(name == "grid_size" ? "grid" : name == "block_size" ? "block" : name);
  if (words.empty()) return "";
  const std::string how = reading::has_matrices(launch) ? "--m, --n, --k" : "--array, --arg";
  return fmt::format("Guessed: {}; {}, --grid and --block say otherwise.\n", fmt::join(words, ", "), how);
}

std::string text_of(const std::vector<Checked>& all, const Request& asked) {
  const Trace& trace = all.front().trace;
  const Launch& l = trace.launch();
  const auto [m, n, k] = reading::sides_of(l);
  const std::string shape = reading::has_matrices(l)
                                ? fmt::format("A {} x {}, B {} x {}, C {} x {}, tile {}", m, k, k, n, m, n, l.tile)
                                : shape_in_words(l);
  std::string text = fmt::format("{}: {}; {}, {}, record {}{}\n", l.kernel, shape, trace.executor(),
                                 all.size() == 1 ? all.front().schedule : fmt::format("{} schedules", all.size()),
                                 name_of(l.record), all.front().on_device ? ", judged on the device" : "");
  text += guessed_words(l, asked) + others_words(l) + reading_words(trace);
  const std::vector<Shown> shown = causes(all);
  for (const Shown& one : shown) text += text_of(one);
  if (all.size() > 1) {
    Table table({1});
    const std::string name = result_name(trace, all.front().hazards);
    table.row({"schedule", name.empty() ? "result" : name, "wrong elements"});
    for (const Checked& checked : all)
      table.row({checked.schedule, checked.result(),
                 checked.hazards.result ? with_commas(checked.hazards.result->all_wrong()) : "-"});
    text += "\n" + table.text();
  }
  for (const std::string& caveat : all.front().caveats())
    text += fmt::format("\nnote: {}\n", caveat);
  return text + fmt::format("\nverdict: {}. All numbers are counted{}.\n", verdict(all, shown.size()),
                            reading::is_refereed(trace) ? "; what should come out is computed by the text's `reference`"
                            : reading::product_of(l)    ? "; what C should be is modelled: a product in double"
                                                        : "");
}

struct CheckOptions : OutputOptions {
  LaunchOptions launch;
  std::string schedules;
};

std::vector<Checked> check_all_schedules(LaunchOptions options) {
  if (options.backend == "cuda")
    throw UsageError("--schedules all: a GPU has its own schedule; --backend cpu has all of them");
  Launch launch = launch_to_record(options);
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

Checked check(LaunchOptions options) {
  const Request& request = options.request;
  if (!options.file.empty() || request.record.value_or(Record::full) != Record::full || !request.window.empty())
    return Checked(record_or_load(options, launch_of(options), OnFault::keep));
  return Checked(judge(options, launch_of(options)));
}

std::vector<Checked> checked(const CheckOptions& options) {
  if (options.schedules == "all") return check_all_schedules(options.launch);
  std::vector<Checked> one;
  one.push_back(check(options.launch));
  return one;
}

// One launch, or all those that follow each other on the same arrays where nobody says which is meant.
struct Report {
  Request asked;
  std::vector<Checked> checked;
};

std::vector<Report> reports(const CheckOptions& options) {
  const Request& asked = options.launch.request;
  std::vector<Report> all;
  all.push_back({asked, checked(options)});
  const Launch first = all.front().checked.front().trace.launch();
  if (place_in_words(first).empty() || asked.launch > 0 || asked != as_listed(asked, 0)) return all;
  for (std::size_t number = 2; number <= first.program->list.names.size() && !was_interrupted(); ++number) {
    CheckOptions other = options;
    other.launch.request = as_listed(asked, number);
    all.push_back({other.launch.request, checked(other)});
  }
  return all;
}

// Of all launches together: wrong where one is. What the whole list leaves stands for those that nobody judges.
std::string result_of(const std::vector<Report>& all) {
  const auto is = [](const char* result) {
    return [result](const Report& report) { return result_of(report.checked) == result; };
  };
  if (std::any_of(all.begin(), all.end(), is("wrong"))) return "wrong";
  const bool is_of_list = reading::references_of(all.back().checked.front().trace).is_of_list;
  return is_of_list                                         ? result_of(all.back().checked)
         : std::all_of(all.begin(), all.end(), is("right")) ? "right"
                                                            : "unknown";
}

std::string launches_in_words(const std::vector<std::size_t>& numbers) {
  std::vector<std::string> words;
  for (const std::size_t number : numbers) words.push_back(std::to_string(number));
  return fmt::format("launch{} {}", words.size() == 1 ? "" : "es", listed(words, "and"));
}

std::string verdict_of(const std::vector<Report>& all) {
  std::vector<std::size_t> wrong, found, unknown;
  for (std::size_t n = 0; n < all.size(); ++n) {
    if (result_of(all[n].checked) == "wrong")
      wrong.push_back(n + 1);
    else if (any_error(all[n].checked))
      found.push_back(n + 1);
    else if (result_of(all[n].checked) == "unknown")
      unknown.push_back(n + 1);
  }
  std::string text;
  const auto tell = [&](const std::vector<std::size_t>& numbers, const char* one, const char* several) {
    if (numbers.empty()) return;
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", launches_in_words(numbers),
                        numbers.size() == 1 ? one : several);
  };
  tell(wrong, "leaves something wrong", "leave something wrong");
  tell(found, "has findings", "have findings");
  const bool is_right = result_of(all) == "right";
  if (!is_right) tell(unknown, "was compared with nothing", "were compared with nothing");
  if (!text.empty()) return text + (is_right ? "; what they leave is right, by luck" : "");
  return fmt::format("all {} launches together leave what they should", all.size());
}

std::string text_of(const std::vector<Report>& all) {
  std::string text;
  for (const Report& report : all) text += (text.empty() ? "" : "\n") + text_of(report.checked, report.asked);
  if (all.size() > 1) text += fmt::format("\nverdict of the list: {}.\n", verdict_of(all));
  return text;
}

std::string title_of(const Launch& launch) {
  const InList& list = launch.program->list;
  return list.titles[list.number - 1];
}

// Of a list, its first launch with those that follow it; but the result and the verdict are the list's.
Json json_of(const std::vector<Report>& all) {
  Json json = json_of(all.front().checked, all.front().asked), following = Json::array(), launches = Json::array();
  if (all.size() == 1) return json;
  for (std::size_t n = 1; n < all.size(); ++n) following.push_back(json_of(all[n].checked, all[n].asked));
  for (const Report& report : all)
    launches.push_back({{"kernel", report.checked.front().trace.launch().kernel},
                        {"title", title_of(report.checked.front().trace.launch())},
                        {"result", result_of(report.checked)},
                        {"verdict", verdict(report.checked, causes(report.checked).size())}});
  json["following"] = following;
  json["launches"] = launches;
  json["result"] = result_of(all);
  json["verdict"] = verdict_of(all);
  return json;
}

void run(const CheckOptions& options) {
  const std::vector<Report> all = reports(options);
  write_output(options.output, options.json ? json_of(all).dump(2) + "\n" : text_of(all));
  if (std::any_of(all.begin(), all.end(), [](const Report& report) { return any_error(report.checked); }))
    throw Exit{1};
  if (was_interrupted() ||
      std::any_of(all.begin(), all.end(), [](const Report& report) { return is_any_cut_short(report.checked); }))
    throw Exit{ended_early};
}

}  // namespace

void add_check(Subcommand& program) {
  Subcommand& command = program.command("check", "look for races and other mistakes; exit 1 if there are any, 3 if a limit or Ctrl+C "
                                             "ended it before");
  CheckOptions& options = command.does<CheckOptions>(run);
  options.launch.add_to(command);
  command.option("--schedules", options.schedules, "all: try every schedule, and tell which give a wrong C")
      .one_of({"all"});
  command.output_options(options);
}

}  // namespace tilescope::cli
