// tilescope read: the kernels and launches of a CUDA C++ source, and its mistakes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>

#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/cli/marked_line.h"
#include "app/command_line/program.h"
#include "app/command_line/progress.h"
#include "app/command_line/table.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "app/stage/words.h"
#include "instrumentation/error.h"
#include "instrumentation/language/program.h"
#include "instrumentation/language/tokens/files.h"
#include "instrumentation/launching/header/kernel_header.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/texts/included_files.h"
#include "instrumentation/nearest.h"

namespace tilescope::cli {

namespace {

struct ReadOptions : OutputOptions {
  std::string file;
  std::string entry;
  std::vector<std::string> knobs;
};

// The report on a source: on all of it, or on one kernel.
struct WhatWasRead {
  std::string file;
  language::Program program;
  std::vector<const language::Kernel*> kernels;
  std::vector<const language::Launch*> launches;
  std::vector<const language::Diagnostic*> diagnostics;

  [[nodiscard]] language::Position position(language::Place place) const {
    return program.source().position(place.offset);
  }
  [[nodiscard]] bool any_runnable() const {
    return std::any_of(kernels.begin(), kernels.end(), [](const language::Kernel* kernel) { return kernel->runnable; });
  }
};

std::string text_read(const std::string& file) {
  if (file == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) throw UsageError(fmt::format("{}: cannot be read: {}", file, std::strerror(errno)));
  if (std::filesystem::is_directory(file)) throw UsageError(fmt::format("{}: cannot be read: it is a folder", file));
  return text_with_included(file, {std::istreambuf_iterator<char>(in), {}});
}

// "there is no knob 'TLE': did you mean TILE? The file has TILE, BLOCK"
std::string no_such(const std::string& what, const std::string& name, const std::vector<std::string>& names) {
  if (names.empty()) return fmt::format("there is no {} '{}': the file has none", what, name);
  if (names.size() == 1) return fmt::format("there is no {} '{}', only {}", what, name, names[0]);
  return fmt::format("there is no {} '{}': did you mean {}? The file has {}", what, name, nearest(name, names),
                     fmt::join(names, ", "));
}

template <class All>
std::vector<std::string> names_in(const All& all) {
  std::vector<std::string> names;
  for (const auto& each : all)
    if (std::find(names.begin(), names.end(), each.name) == names.end()) names.push_back(each.name);
  return names;
}

// Rejects a knob without effect, which is most likely a typing error.
Request::Named read_knobs(const ReadOptions& options, const language::Program& as_it_is) {
  std::vector<language::Knob> all;
  for (const language::Kernel& kernel : as_it_is.kernels())
    if (options.entry.empty() || kernel.name == options.entry)
      all.insert(all.end(), kernel.knobs.begin(), kernel.knobs.end());
  std::vector<std::string> names = names_in(all);
  for (const auto& [name, value] : as_it_is.options().defined) names.push_back(name);
  Request::Named result;
  for (const std::string& given : options.knobs) {
    const std::size_t equals = given.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == given.size())
      throw UsageError(fmt::format("--knob {}: give NAME=VALUE", given));
    const std::string name = given.substr(0, equals);
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw UsageError(fmt::format("--knob {}: {}", given, no_such("knob", name, names)));
    result[name] = given.substr(equals + 1);
  }
  return result;
}

// Whether a diagnostic is about a kernel that was not requested.
bool is_elsewhere(const language::Program& program, const language::Kernel& entry,
                  const language::Diagnostic& diagnostic) {
  const auto within = [&](const language::Kernel& kernel) {
    if (kernel.function == nullptr || kernel.function->body == nullptr) return false;
    const language::Place all = joined(kernel.function->head, kernel.function->body->place);
    return diagnostic.place.offset >= all.offset && diagnostic.place.offset < all.end();
  };
  return !within(entry) && std::any_of(program.kernels().begin(), program.kernels().end(), within);
}

WhatWasRead report_of(const ReadOptions& options) {
  const Meanwhile telling("reading " + options.file);
  const std::string text = text_read(options.file);
  Request request;
  request.kernel = options.file;
  request.text = text;
  language::Program program = language::read(text, options_with_header(request, text));
  const language::Kernel* entry = options.entry.empty() ? nullptr : program.kernel(options.entry);
  if (!options.entry.empty() && entry == nullptr && !program.kernels().empty())
    throw UsageError(
        fmt::format("--entry {}: {}", options.entry, no_such("kernel", options.entry, names_in(program.kernels()))));
  if (!options.knobs.empty()) {
    request.knobs = read_knobs(options, program);
    program = language::read(text, options_with_header(request, text));
    entry = options.entry.empty() ? nullptr : program.kernel(options.entry);
  }
  WhatWasRead r{options.file == "-" ? "standard input" : options.file, program, {}, {}, {}};
  for (const language::Kernel& kernel : program.kernels())
    if (entry == nullptr || &kernel == entry) r.kernels.push_back(&kernel);
  for (const language::Launch& launch : program.launches())
    if (entry == nullptr || launch.kernel == entry->name) r.launches.push_back(&launch);
  for (const language::Diagnostic& diagnostic : program.diagnostics())
    if (entry == nullptr || !is_elsewhere(program, *entry, diagnostic)) r.diagnostics.push_back(&diagnostic);
  return r;
}

// As data.

Json place_json(const WhatWasRead& r, language::Place place) {
  const auto [line, column] = r.position(place);
  return {{"line", line}, {"column", column}};
}

Json parameters_json(const std::vector<language::Parameter>& parameters) {
  Json list = Json::array();
  for (const language::Parameter& parameter : parameters)
    list.push_back({{"name", parameter.name},
                    {"type", name_of(parameter.type)},
                    {"kind", parameter.is_array ? "array" : "scalar"},
                    {"reads", parameter.reads},
                    {"writes", parameter.writes}});
  return list;
}

Json kernel_json(const WhatWasRead& r, const language::Kernel& kernel) {
  Json knobs = Json::array(), shared = Json::array(), rounded = Json::array();
  for (const language::Knob& knob : kernel.knobs)
    knobs.push_back(
        {{"name", knob.name}, {"value", knob.value}, {"guessed", knob.guessed}, {"place", place_json(r, knob.place)}});
  for (const language::Variable* const array : kernel.shared)
    shared.push_back({{"name", array->name}, {"type", name_of(array->type)}, {"bytes", array->type->size}});
  for (const language::Place place : kernel.open_roundings) rounded.push_back(place_json(r, place));
  return {{"name", kernel.name},
          {"runnable", kernel.runnable},
          {"parameters", parameters_json(kernel.parameters)},
          {"globals", parameters_json(kernel.globals)},
          {"knobs", knobs},
          {"shared", shared},
          {"shared_bytes", kernel.shared_bytes},
          {"dynamic_shared", kernel.dynamic != nullptr ? Json(kernel.dynamic->name) : Json(nullptr)},
          {"most_threads", kernel.most_threads > 0 ? Json(kernel.most_threads) : Json(nullptr)},
          {"rounding_may_differ", kernel.rounding_may_differ},
          {"open_roundings", rounded},
          {"order_matters", kernel.order_matters}};
}

// A launch's arguments: their source, and their values or allocated bytes.
Json arguments_json(const language::Launch& launch) {
  Json list = Json::array();
  for (std::size_t n = 0; n < launch.arguments.size(); ++n) {
    const std::optional<language::Value>& value = launch.values[n];
    list.push_back({{"text", launch.arguments[n]},
                    {"value", !value                 ? Json(nullptr)
                              : value->is_floating() ? Json(value->real)
                                                     : Json(value->integer)},
                    {"bytes", launch.bytes[n] ? Json(*launch.bytes[n]) : Json(nullptr)}});
  }
  return list;
}

Json call_json(const WhatWasRead& r, const language::Launch& launch) {
  return {{"kernel", launch.kernel},
          {"template_arguments", launch.template_arguments},
          {"place", place_json(r, launch.place)},
          {"grid", launch.grid ? Json(*launch.grid) : Json(nullptr)},
          {"block", launch.block ? Json(*launch.block) : Json(nullptr)},
          {"grid_text", launch.grid_text},
          {"block_text", launch.block_text},
          {"shared_bytes", launch.shared_bytes ? Json(*launch.shared_bytes) : Json(nullptr)},
          {"arguments", arguments_json(launch)}};
}

Json json_of(const WhatWasRead& r) {
  Json kernels = Json::array(), launches = Json::array(), diagnostics = Json::array();
  for (const language::Kernel* const kernel : r.kernels) kernels.push_back(kernel_json(r, *kernel));
  for (const language::Launch* const launch : r.launches) launches.push_back(call_json(r, *launch));
  for (const language::Diagnostic* const diagnostic : r.diagnostics) {
    const auto [line, column] = r.position(diagnostic->place);
    const language::LineInFile in = language::line_in_file(r.program.source().text(), line);
    diagnostics.push_back({{"severity", word(diagnostic->severity)},
                           {"line", in.line},
                           {"column", column},
                           {"length", r.program.source().width(diagnostic->place)},
                           {"message", diagnostic->message},
                           {"mend", diagnostic->mend}});
    if (!in.file.empty()) diagnostics.back()["file"] = in.file;
  }
  return {{"kernels", kernels}, {"launches", launches}, {"diagnostics", diagnostics}};
}

// As text.

std::string counted(std::size_t count, const std::string& what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string indented(const Table& table) {
  std::string text;
  const std::string lines = table.text();
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = lines.find('\n', at) + 1;
    text += "  " + lines.substr(at, end - at);
    at = end;
  }
  return text;
}

// How the kernel uses the parameter; empty if the kernel was not understood.
std::string use_of(const language::Kernel& kernel, const language::Parameter& parameter) {
  if (!kernel.runnable) return "";
  if (parameter.reads) return parameter.writes ? "read and written" : "read";
  return parameter.writes ? "written" : parameter.is_array ? "not used" : "";
}

std::string global_text(const language::Kernel& kernel, const language::Parameter& global) {
  const std::string use = use_of(kernel, global);
  return fmt::format("{}: {}{}{}{}", global.name, name_of(global.type), global.is_array ? " array" : "",
                     use.empty() ? "" : ", ", use);
}

std::string knobs_text(const language::Kernel& kernel) {
  std::string text;
  for (const language::Knob& knob : kernel.knobs)
    text +=
        fmt::format("{}{} = {}{}", text.empty() ? "" : ", ", knob.name, knob.value, knob.guessed ? " (guessed)" : "");
  return text;
}

std::string shared_text(const language::Kernel& kernel) {
  std::string text = kernel.shared_bytes > 0 ? count_name(kernel.shared_bytes) + " bytes" : "";
  if (kernel.dynamic == nullptr) return text;
  return fmt::format("{}{}dynamic, sized by the launch: {}", text, text.empty() ? "" : ", and ", kernel.dynamic->name);
}

std::string roundings_text(const WhatWasRead& r, const language::Kernel& kernel) {
  std::set<unsigned> lines;
  for (const language::Place place : kernel.open_roundings) lines.insert(r.position(place).line);
  return fmt::format("may differ from a GPU's{}{}",
                     lines.empty()       ? ""
                     : lines.size() == 1 ? ": line "
                                         : ": lines ",
                     fmt::join(lines, ", "));
}

std::string kernel_text(const WhatWasRead& r, const language::Kernel& kernel) {
  Table parameters({1, 2, 3}), facts({1});
  for (const language::Parameter& parameter : kernel.parameters)
    parameters.row(
        {parameter.name, name_of(parameter.type), parameter.is_array ? "array" : "scalar", use_of(kernel, parameter)});
  const auto fact = [&](const char* what, const std::string& text) {
    if (!text.empty()) facts.row({what, text});
  };
  fact("knobs", knobs_text(kernel));
  fact("shared memory", shared_text(kernel));
  fact("threads", kernel.most_threads > 0 ? fmt::format("at most {} per block", kernel.most_threads) : "");
  for (const language::Parameter& global : kernel.globals) fact("global", global_text(kernel, global));
  fact("rounding", kernel.rounding_may_differ ? roundings_text(r, kernel) : "");
  fact("atomics", kernel.order_matters ? "the result may depend on the order of the threads" : "");
  return fmt::format("\n{}{}\n{}{}", kernel.name, kernel.runnable ? "" : ": cannot run, because of the mistakes below",
                     indented(parameters), indented(facts));
}

// "64 x 64", or "? (n + 255) / 256" if only the host knows the value
std::string sides_text(const std::optional<std::array<std::int64_t, 3>>& sides, const std::string& written) {
  if (!sides) return written.empty() ? "?" : "? " + printable(written);
  std::string text = std::to_string((*sides)[0]);
  if ((*sides)[1] != 1 || (*sides)[2] != 1) text += fmt::format(" x {}", (*sides)[1]);
  if ((*sides)[2] != 1) text += fmt::format(" x {}", (*sides)[2]);
  return text;
}

std::string launches_text(const WhatWasRead& r) {
  if (r.launches.empty()) return "";
  Table table({1, 2, 3, 4});
  table.row({"launch on line", "kernel", "grid", "block", "arguments"});
  for (const language::Launch* const launch : r.launches) {
    std::string name = launch->kernel;
    if (!launch->template_arguments.empty()) name += fmt::format("<{}>", fmt::join(launch->template_arguments, ", "));
    table.row({std::to_string(r.position(launch->place).line), name, sides_text(launch->grid, launch->grid_text),
               sides_text(launch->block, launch->block_text),
               printable(fmt::format("{}", fmt::join(launch->arguments, ", ")))});
  }
  return "\n" + table.text();
}

std::string diagnostic_text(const WhatWasRead& r, const language::Diagnostic& diagnostic) {
  const auto at = r.position(diagnostic.place);
  const std::string_view line = r.program.source().line(at.line);
  const auto line_begin = static_cast<std::size_t>(line.data() - r.program.source().text().data());
  const std::size_t begin = std::max<std::size_t>(diagnostic.place.offset, line_begin) - line_begin;
  const MarkedLine marks = marked(line, begin, begin + diagnostic.place.length);
  const language::LineInFile in = language::line_in_file(r.program.source().text(), at.line);
  std::string text =
      fmt::format("{}:{}:{}: {}: {}\n  {}\n  {}\n", in.file.empty() ? r.file : std::string(in.file), in.line, at.column,
                  word(diagnostic.severity), printable(diagnostic.message), marks.line, marks.marks);
  if (!diagnostic.mend.empty()) text += fmt::format("  {}\n", printable(diagnostic.mend));
  return text;
}

std::string read_heading(const WhatWasRead& r) {
  std::map<language::Severity, std::size_t> told;
  for (const language::Diagnostic* const diagnostic : r.diagnostics) ++told[diagnostic->severity];
  std::string text = r.file + ": " + (r.kernels.empty() ? "no kernel" : counted(r.kernels.size(), "kernel"));
  if (!r.launches.empty())
    text += fmt::format(", {} {}", r.launches.size(), r.launches.size() == 1 ? "launch" : "launches");
  for (const auto& [severity, count] : told) text += ", " + counted(count, word(severity));
  return text + "\n";
}

std::string text_of(const WhatWasRead& r) {
  std::string text = read_heading(r);
  for (const language::Kernel* const kernel : r.kernels) text += kernel_text(r, *kernel);
  text += launches_text(r);
  for (const language::Diagnostic* const diagnostic : r.diagnostics) text += "\n" + diagnostic_text(r, *diagnostic);
  return text;
}

void run(const ReadOptions& options) {
  const WhatWasRead report = report_of(options);
  if (options.json)
    write_json(options.output, json_of(report));
  else
    write_output(options.output, text_of(report));
  if (!report.any_runnable()) throw Exit{1};
}

}  // namespace

void add_read(Subcommand& program) {
  Subcommand& command = program.command("read", "list the kernels, launches and mistakes in a CUDA C++ file");
  ReadOptions& options = command.does<ReadOptions>(run);
  command.option("FILE", options.file, "the source file; - reads standard input").file().required();
  command.option("--entry", options.entry, "only this kernel");
  add_include_option(command);
  command.option("--knob", options.knobs, "NAME=VALUE: another value for a macro, constant or template parameter")
      .one_at_a_time();
  command.output_options(options);
}

}  // namespace tilescope::cli
