// tilescope check: the errors of a file's kernels, one finding per cause. Exits with 1 if there is an error (with
// --strict also for a possible one), or 3 if there is none and a limit stopped the run.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "app/cli/checked.h"
#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/command_line/interrupt.h"
#include "app/command_line/program.h"
#include "app/command_line/table.h"
#include "app/explain/finding_words.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "app/replay/vocabulary.h"
#include "app/stage/words.h"
#include "instrumentation/analysis/hazards.h"
#include "instrumentation/analysis/wrong_reads.h"
#include "instrumentation/error.h"
#include "instrumentation/language/tokens/files.h"
#include "instrumentation/launching/derive/kernel_roles.h"
#include "instrumentation/launching/list/launch_list.h"
#include "instrumentation/launching/origins.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/listed.h"
#include "instrumentation/reading/check_result.h"
#include "instrumentation/reading/launch_product.h"
#include "instrumentation/reading/reference.h"

namespace tilescope::cli {

namespace {

// A finding, and the launch in which it was found.
struct Shown {
  const Checked* checked;
  const Finding* finding;
};

// Each cause once, for the first schedule that shows it; most causes appear in all schedules.
std::vector<Shown> causes(const std::vector<Checked>& all) {
  std::vector<Shown> shown;
  for (const Checked& checked : all)
    for (const Finding& finding : checked.hazards.findings)
      if (std::none_of(shown.begin(), shown.end(),
                       [&](const Shown& known) { return same_cause(*known.finding, finding); }))
        shown.push_back({&checked, &finding});
  std::stable_sort(shown.begin(), shown.end(), [](const Shown& a, const Shown& b) {
    return std::pair(a.finding->severity == Severity::possible, a.finding->hazard) <
           std::pair(b.finding->severity == Severity::possible, b.finding->hazard);
  });
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

// `threads`: the missing threads, or the named threads that exist in the block.
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

// JSON has neither NaN nor infinity.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

// The lines of the finding: for a wrong result, those that compute it; for a loop, all its lines.
std::vector<std::uint32_t> all_lines(const Shown& shown, const Report& report) {
  const std::vector<std::uint32_t> lines = lines_of(*shown.finding);
  if (shown.finding->hazard == Hazard::endless_loop && lines.size() == 1)
    return lines_of_loop(std::string(shown.checked->trace.kernel_text()), lines.front());
  if (shown.finding->hazard != Hazard::wrong_result) return lines;
  return lines_of_result(report, *shown.checked, *shown.finding);
}

Json json_of(const Shown& shown, const Report& report) {
  const Trace& trace = shown.checked->trace;
  const Finding& f = *shown.finding;
  const std::vector<std::uint32_t> lines = all_lines(shown, report);
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
            {"line", lines.empty()        ? Json(nullptr)
                     : f.accesses.empty() ? Json(lines.front())
                                          : Json(f.accesses.front().line)},
            {"lines", lines},
            {"array", has_array ? Json(trace.arrays()[f.array].name) : Json(nullptr)},
            {"index", has_cell ? Json(static_cast<std::int32_t>(f.cell)) : Json(nullptr)},
            {"threads", threads},
            {"interval", f.accesses.empty() ? Json(nullptr) : Json(f.interval)},
            {"message", message_words(trace, shown.checked->hazards, f)},
            {"schedule", shown.checked->schedule},
            {"accesses", accesses},
            {"total", {{"times", f.times}, {"cells", f.cells}, {"blocks", f.blocks}, {"intervals", f.intervals}}}};
  if (f.at_least) json["total"]["at_least"] = true;
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

// The verdict on an array under one schedule.
std::string result_in(const Checked& checked, std::uint8_t array) {
  if (checked.trace.fault() || checked.was_stopped) return "not finished";
  const ResultCheck* const result = checked.hazards.result ? checked.hazards.result->of(array) : nullptr;
  return result == nullptr ? "not compared" : result->wrong.empty() ? "right" : "wrong";
}

// "wrong under reverse", "right under in_order".
std::vector<std::string> results_of(const std::vector<Checked>& all, std::uint8_t array, bool is_doubted) {
  std::vector<std::string> told;
  for (const char* const result : {"wrong", "right", "not finished", "not compared"}) {
    std::vector<std::string> schedules;
    for (const Checked& checked : all)
      if (result_in(checked, array) == result) schedules.push_back(checked.schedule);
    const bool is_right = result == std::string_view("right");
    const char* const words = is_right && is_doubted ? "right in this launch but not in all others," : result;
    if (schedules.size() == all.size() && all.size() > 1)
      told.push_back(fmt::format("{} under all {} schedules", words, all.size()));
    else if (!schedules.empty())
      told.push_back(fmt::format("{} under {}", words, fmt::join(schedules, ", ")));
  }
  return told;
}

// The arrays that were compared, under any schedule.
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

std::string words_of_kind(std::string kind) {
  std::replace(kind.begin(), kind.end(), '_', ' ');
  return kind;
}

std::string verdict(const Report& report) {
  const std::vector<Checked>& all = report.checked;
  const std::size_t shown = causes(all).size() + report.told.size();
  const bool has_errors = report.has(Severity::error);
  std::string text = shown == 0    ? is_any_cut_short(all) ? "no errors found in the part that ran" : "no errors found"
                     : !has_errors ? fmt::format("no certain errors, {} possible", shown)
                     : shown == 1  ? "1 finding"
                                   : fmt::format("{} findings", shown);
  const Trace& trace = all.front().trace;
  if (any_stopped(all))
    text += fmt::format("; stopped by Ctrl+C after {} of {} blocks", count_name(all.back().hazards.looked_at),
                        count_name(all.back().hazards.blocks));
  const std::vector<std::uint8_t> arrays = arrays_compared(all);
  if (arrays.empty()) return text + (trace.fault() ? "; not finished" : "");
  const auto product = reading::product_of(trace.launch());
  const bool is_doubted = product && product->is_doubted && !reading::is_refereed(trace);
  // Groups the arrays with the same verdict, wrong ones first.
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
  if (any_right && has_errors) text += ", by luck";
  return text;
}

// The verdict over all schedules: wrong if any is wrong.
std::string result_of(const std::vector<Checked>& all) {
  const auto is = [](const char* result) {
    return [result](const Checked& checked) { return checked.result() == result; };
  };
  const auto may_be = [](const Checked& checked) { return checked.may_be_wrong(); };
  if (std::any_of(all.begin(), all.end(), may_be)) return "unknown";
  if (std::any_of(all.begin(), all.end(), is("wrong"))) return "wrong";
  const Trace& trace = all.front().trace;
  const auto product = reading::product_of(trace.launch());
  const bool is_sure = reading::is_refereed(trace) || (product && !product->is_doubted);
  return is_sure && std::all_of(all.begin(), all.end(), is("right")) ? "right" : "unknown";
}

// How the launch is understood, and how that is known.
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
  if (!product->is_sure) return {{"kind", "none"}, {"sides", sides}, {"sure", 0.0}};
  std::map<std::string, std::string> names = names_of_matrices(launch);
  static constexpr std::array<std::string_view, 4> ways{"the catalogue", "names", "trying", "this launch"};
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
        "After all {} launches, the result should be what `reference` in the file computes from the initial "
        "values.{}\n",
        launch.program->list.names.size(), by.is_of_launch ? " This launch also has its own `reference`." : "");
  if (by.is_of_launch) return "The result should be what `reference` in the file computes.\n";
  if (!product) return "Not recognized as a matrix product, so the result is not checked; everything else is.\n";
  if (!product->is_sure)
    return fmt::format("Not recognized as the product of {} and {}, so {} is not checked.\n",
                       launch.buffers[product->a.array].name, launch.buffers[product->b.array].name,
                       launch.buffers[product->c.array].name);
  const bool is_seen_here = product->known_by == reading::KnownBy::looking;
  if (!is_seen_here && product->known_by != reading::KnownBy::trying)
    return product->is_doubted ? "The kernel is wrong in some of the launches that were tried.\n" : "";
  std::map<std::string, std::string> names = names_of_matrices(launch);
  const auto named = [&](const char* letter, const reading::Matrix& matrix) {
    return names[letter] + (matrix.by_columns ? " (column-major)" : "");
  };
  return fmt::format("Recognized as {} = {} * {}, {} x {} times {} x {}, from {}.\n", named("C", product->c),
                     named("A", product->a), named("B", product->b), product->a.rows, product->a.columns,
                     product->b.rows, product->b.columns,
                     is_seen_here          ? "what this launch computes"
                     : product->is_doubted ? "small trial launches: not all of them agree"
                                           : "small trial launches: all of them agree");
}

// The wrong elements of each array.
Json arrays_json(const Checked& checked) {
  Json arrays = Json::object();
  if (checked.hazards.result)
    for (const std::uint8_t array : checked.hazards.result->arrays())
      arrays[checked.trace.launch().buffers[array].name] = checked.hazards.result->of(array)->wrong.size();
  return arrays;
}

Json origins_json(const NumberOrigins& origins) {
  Json json = Json::object();
  for (const auto& [name, origin] : origins) json[name] = name_of(origin);
  return json;
}

std::vector<std::string> guessed_in(const NumberOrigins& origins) {
  std::vector<std::string> names;
  for (const auto& [name, origin] : origins)
    if (origin == NumberOrigin::tried) names.push_back(name);
  return names;
}

void add_told(Json& findings, const Report& report) {
  for (const LaunchMistake& told : report.told)
    findings.push_back({{"kind", told.kind},
                        {"severity", name_of(told.severity)},
                        {"line", told.line},
                        {"lines", {told.line}},
                        {"message", told.message}});
}

// The report on a kernel that was not checked.
Json problem_json(const Report& report) {
  Json findings = Json::array();
  add_told(findings, report);
  return {{"kernel", report.kernel}, {"problem", report.problem}, {"result", "unknown"}, {"findings", findings}};
}

Json json_of(const Report& report) {
  if (report.checked.empty()) return problem_json(report);
  const std::vector<Checked>& all = report.checked;
  const Trace& trace = all.front().trace;
  const Launch& l = trace.launch();
  const std::vector<Shown> shown = causes(all);
  Json findings = Json::array();
  for (const Shown& one : shown) findings.push_back(json_of(one, report));
  add_told(findings, report);
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
       {"guessed", guessed_in(report.origins)},
       {"from", origins_json(report.origins)},
       {"as_in_text", report.is_in_text},
       {"text_says", report.text_says.empty() ? Json(nullptr) : Json(report.text_says)},
       {"tried", report.tried},
       {"other_kernels", l.program ? Json(l.program->others) : Json::array()},
       {"findings", findings},
       {"schedules", schedules},
       {"caveats", all.front().caveats()},
       {"verdict", verdict(report)},
       {"sources", {{"difference.expected", "modelled"}, {"all_others", "counted"}}}});
}

std::string text_of(const Shown& shown, const Report& report) {
  const Trace& trace = shown.checked->trace;
  const Finding& f = *shown.finding;
  std::string text = fmt::format("\n{}: {}\n", name_of(f.severity), cause_words(trace, f));
  for (const std::uint32_t line : all_lines(shown, report))
    text += fmt::format("  {:4} | {}\n", line, text_of_line(trace.kernel_text(), line));
  text += fmt::format("  {}\n  In total: {}.\n", example_words(trace, f), total_words(trace, f));
  if (f.severity == Severity::error && shown.checked->hazards.is_right())
    text += fmt::format("  This schedule happened to give the right {}.\n", result_name(trace, shown.checked->hazards));
  const std::vector<WrongRead>& reads = shown.checked->wrong_reads;
  if (f.hazard == Hazard::wrong_result && !reads.empty())
    text += fmt::format("  The first wrong read, {}: {}\n", shown.checked->schedule,
                        wrong_read_words(trace, reads.front()));
  return text;
}

// A hint at the file's other kernels and launches.
std::string others_words(const Launch& launch, const Report& report) {
  if (!launch.program) return "";
  const RecordedKernel& own = *launch.program;
  if (const std::string place = place_in_words(launch); !place.empty())
    return fmt::format("{}{} on the same arrays: {}.\n", static_cast<char>(std::toupper(place[0])), place.substr(1),
                       fmt::join(own.list.titles, ", "));
  if (own.others.empty() || !report.asked.entry.empty()) return "";
  return fmt::format("This is the first {} of its file, which also has {}: choose one with --entry.\n",
                     reading::product_of(launch) ? "product" : "kernel", fmt::join(own.others, ", "));
}

// The origin of the launch's numbers, if it is not obvious.
std::string origin_words(const Report& report, const Launch& launch) {
  if (report.is_in_text) return "Launched as in the file.\n";
  std::string text = report.text_says.empty() ? "" : report.text_says + "\n";
  std::vector<std::string> words;
  for (const std::string& name : guessed_in(report.origins))
    words.push_back(name == "grid_size" ? "grid" : name == "block_size" ? "block" : name);
  if (words.empty()) return text;
  return text + fmt::format("Guessed: {}; set them with {}, --grid and --block.\n", fmt::join(words, ", "),
                            vocabulary_of(launch).size_options);
}

// The other launches that were run to confirm possible findings.
std::string tried_words(const Report& report) {
  if (report.tried.empty() || !report.has(Severity::possible)) return "";
  return fmt::format(
      "\nnote: The possible findings do not appear in every launch that was tried. Other launches tried: {}.\n",
      fmt::join(report.tried, "; and "));
}

std::string text_of(const Report& report) {
  if (report.checked.empty())
    return !report.told.empty() ? fmt::format("{}\n\nerror: impossible launch, line {}\n  {}\n", report.kernel,
                                              report.launch_line, report.problem)
                                : fmt::format("{}: not judged: {}\n", report.kernel, report.problem);
  const std::vector<Checked>& all = report.checked;
  const Trace& trace = all.front().trace;
  const Launch& l = trace.launch();
  const std::string shape = shape_in_words(l, "A {m} x {k}, B {k} x {n}, C {m} x {n}, tile {tile}");
  std::string text = fmt::format("{}: {}; {}, {}, record {}{}\n", l.kernel, shape, trace.executor(),
                                 all.size() == 1 ? all.front().schedule : fmt::format("{} schedules", all.size()),
                                 name_of(l.record), all.front().on_device ? ", judged on the device" : "");
  text += origin_words(report, l) + others_words(l, report) + reading_words(trace);
  if (l.program && l.program->prepared)
    for (const language::Knob& knob : l.program->prepared->facts().knobs)
      if (knob.kind == language::Knob::Kind::pointer)
        text += fmt::format("The launch passes {} for {}.\n", knob.value, knob.name);
  for (const language::FileInText& file : language::files_in(trace.kernel_text()))
    if (!file.name.empty()) text += fmt::format("Line {} is the first line of {}.\n", file.line, file.name);
  const std::vector<Shown> shown = causes(all);
  for (const Shown& one : shown) text += text_of(one, report);
  for (const LaunchMistake& told : report.told)
    text += fmt::format("\n{}: {}, line {}\n  {:4} | {}\n  {}.\n", name_of(told.severity), words_of_kind(told.kind),
                        told.line, told.line, text_of_line(trace.kernel_text(), told.line), told.message);
  if (all.size() > 1) {
    Table table({1});
    const std::string name = result_name(trace, all.front().hazards);
    table.row({"schedule", name.empty() ? "result" : name, "wrong elements"});
    for (const Checked& checked : all)
      table.row({checked.schedule, checked.result(),
                 checked.hazards.result ? count_name(checked.hazards.result->all_wrong()) : "-"});
    text += "\n" + table.text();
  }
  for (const std::string& caveat : all.front().caveats()) text += fmt::format("\nnote: {}\n", caveat);
  return text + tried_words(report) +
         fmt::format("\nverdict: {}. All figures are exact counts{}.\n", verdict(report),
                     reading::is_refereed(trace) ? "; the expected result is computed by the file's `reference`"
                     : reading::product_of(l)    ? "; the expected C is computed in double precision"
                                                 : "");
}

bool are_listed(const std::vector<Report>& all) {
  return all.size() > 1 && !all.front().checked.empty() &&
         !place_in_words(all.front().checked.front().trace.launch()).empty();
}

std::string result_of(const Report& report) { return report.checked.empty() ? "unknown" : result_of(report.checked); }

// The verdict over all launches: wrong if any is wrong. In a list, the final result also covers launches without a
// reference; independent kernels must all be right.
std::string result_of(const std::vector<Report>& all) {
  const auto is = [](const char* result) {
    return [result](const Report& report) { return result_of(report) == result; };
  };
  if (std::any_of(all.begin(), all.end(), is("wrong"))) return "wrong";
  if (!are_listed(all)) return result_of(all.front());
  const bool is_of_list = reading::references_of(all.back().checked.front().trace).is_of_list;
  return is_of_list ? result_of(all.back()) : std::all_of(all.begin(), all.end(), is("right")) ? "right" : "unknown";
}

std::string launches_in_words(const std::vector<std::string>& names, bool are_launches) {
  const std::string what = are_launches ? fmt::format("launch{} ", names.size() == 1 ? "" : "es") : "";
  return what + listed(names, "and");
}

std::string verdict_of(const std::vector<Report>& all) {
  const bool is_list = are_listed(all);
  std::vector<std::string> wrong, found, possible, unknown, problems;
  for (std::size_t n = 0; n < all.size(); ++n) {
    const std::string name = is_list ? std::to_string(n + 1) : all[n].kernel;
    if (result_of(all[n]) == "wrong")
      wrong.push_back(name);
    else if (all[n].has(Severity::error))
      found.push_back(name);
    else if (all[n].has(Severity::possible))
      possible.push_back(name);
    else if (all[n].checked.empty())
      problems.push_back(name);
    else if (is_list && result_of(all[n]) == "unknown")
      unknown.push_back(name);
  }
  std::string text;
  const auto tell = [&](const std::vector<std::string>& names, const char* one, const char* several) {
    if (names.empty()) return;
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", launches_in_words(names, is_list),
                        names.size() == 1 ? one : several);
  };
  tell(wrong, "gives a wrong result", "give wrong results");
  tell(found, "has findings", "have findings");
  tell(possible, "has possible findings", "have possible findings");
  tell(problems, "was not judged", "were not judged");
  const bool is_right = result_of(all) == "right";
  if (!is_list) return text.empty() ? fmt::format("no errors found in {} kernels", all.size()) : text;
  if (!is_right) tell(unknown, "was not compared", "were not compared");
  if (!text.empty()) return text + (is_right ? "; the final result is right, by luck" : "");
  return fmt::format("all {} launches together give the right result", all.size());
}

std::string text_of(const std::vector<Report>& all) {
  std::string text;
  for (const Report& report : all) text += (text.empty() ? "" : "\n") + text_of(report);
  if (all.size() > 1)
    text += fmt::format("\nverdict for the {}: {}.\n", are_listed(all) ? "list" : "file", verdict_of(all));
  return text;
}

std::string title_of_report(const Report& report) {
  if (report.checked.empty()) return report.kernel;
  const Launch& launch = report.checked.front().trace.launch();
  if (place_in_words(launch).empty()) return report.kernel;
  const InList& list = launch.program->list;
  return list.titles[list.number - 1];
}

// The first launch of a list, or the first kernel of a file, with the others after it. The result and the verdict cover
// all of them.
Json json_of(const std::vector<Report>& all) {
  Json json = json_of(all.front()), following = Json::array(), launches = Json::array();
  if (all.size() == 1) return json;
  for (std::size_t n = 1; n < all.size(); ++n) following.push_back(json_of(all[n]));
  for (const Report& report : all)
    launches.push_back(
        {{"kernel", report.checked.empty() ? report.kernel : report.checked.front().trace.launch().kernel},
         {"title", title_of_report(report)},
         {"result", result_of(report)},
         {"verdict", report.checked.empty() ? report.problem : verdict(report)}});
  json["following"] = following;
  json["launches"] = launches;
  json["result"] = result_of(all);
  json["verdict"] = verdict_of(all);
  return json;
}

void run(const CheckOptions& options) {
  const std::vector<Report> all = reports(options);
  const bool is_refused = all.size() == 1 && all.front().checked.empty() && all.front().told.empty();
  if (is_refused) throw UsageError(all.front().problem);
  write_output(options.output, options.json ? json_of(all).dump(2) + "\n" : text_of(all));
  const auto any = [&](Severity severity) {
    return std::any_of(all.begin(), all.end(), [&](const Report& report) { return report.has(severity); });
  };
  if (any(Severity::error) || (options.strict && any(Severity::possible))) throw Exit{1};
  if (was_interrupted() ||
      std::any_of(all.begin(), all.end(), [](const Report& report) { return is_any_cut_short(report.checked); }))
    throw Exit{ended_early};
}

}  // namespace

void add_check(Subcommand& program) {
  Subcommand& command =
      program.command("check",
                      "look for races and other errors; exit with 1 if there are any, with 3 if a limit or Ctrl+C "
                      "stopped it early");
  CheckOptions& options = command.does<CheckOptions>(run);
  options.launch.add_to(command);
  command.option("--schedules", options.schedules, "all: try every schedule, and list those with a wrong result")
      .one_of({"all"});
  command.flag("--strict", options.strict, "also exit with 1 if a guessed launch has only possible findings");
  command.output_options(options);
}

}  // namespace tilescope::cli
