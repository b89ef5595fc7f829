#include "instrumentation/launching/request/request_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "instrumentation/error.h"
#include "instrumentation/language/tokens/diagnostic.h"
#include "instrumentation/language/tokens/files.h"
#include "instrumentation/launching/texts/included_files.h"
#include "instrumentation/launching/texts/kernel_file.h"

namespace tilescope {

std::string text_of(const Request& request) {
  return request.text ? *request.text : text_with_included(request.kernel);
}

namespace {

TextPlace place_in(const std::string& path, const language::Source& source, std::uint32_t offset) {
  const language::Position at = source.position(offset);
  const language::LineInFile in = language::line_in_file(source.text(), at.line);
  return {in.file.empty() ? path : std::string(in.file), in.line, at.column};
}

}  // namespace

void tell_mistakes(const std::string& path, const language::Program& program) {
  const language::Diagnostic* first = nullptr;
  std::size_t more = 0;
  for (const language::Diagnostic& diagnostic : program.diagnostics()) {
    if (diagnostic.severity != language::Severity::error) continue;
    if (first == nullptr)
      first = &diagnostic;
    else
      ++more;
  }
  if (first == nullptr) throw TextError({.file = path}, "no kernel in this file can run");
  const TextPlace at = place_in(path, program.source(), first->place.offset);
  const std::string_view text = program.source().text();
  for (const language::Diagnostic& diagnostic : program.diagnostics()) {  // the cause, before what follows from it
    if (diagnostic.mistake != language::Mistake::header_not_read || diagnostic.place.offset > first->place.offset)
      continue;
    const std::string_view header = text.substr(diagnostic.place.offset, diagnostic.place.length);
    if (header.find('"') == std::string_view::npos) continue;
    throw TextError(place_in(path, program.source(), diagnostic.place.offset),
                    fmt::format("{} is not in the source's folder; -I adds another folder ({}: {})", header, at.words(),
                                first->message));
  }
  throw TextError(
      at, first->message + (first->mend.empty() ? "" : "; " + first->mend),
      more == 0 ? "" : fmt::format(" ({} more {}: tilescope read {})", more, more == 1 ? "mistake" : "mistakes", path));
}

language::ReadOptions options_for(const std::string& text, const Request::Named& knobs) {
  language::ReadOptions options{.knobs = knobs};
  if (knobs.empty()) return options;
  const language::Program as_it_is = language::read(text);
  for (const language::Diagnostic& diagnostic : as_it_is.diagnostics()) {
    if (diagnostic.severity != language::Severity::error) continue;
    const std::string name = text.substr(diagnostic.place.offset, diagnostic.place.length);
    if (const auto knob = options.knobs.extract(name)) options.defined[name] = knob.mapped();
  }
  return options;
}

std::string tile_knob(const std::string& text) {
  const language::Program program = language::read(text);
  for (const language::Diagnostic& diagnostic : program.diagnostics())
    if (diagnostic.severity == language::Severity::error &&
        text.compare(diagnostic.place.offset, diagnostic.place.length, "TILE") == 0)
      return "TILE";
  for (const std::string_view part : {"TILE", "Tile", "BLOCK", "Block"})
    for (const language::Kernel& kernel : program.kernels())
      for (const language::Knob& knob : kernel.knobs)
        if (knob.name.find(part) != std::string::npos) return knob.name;
  return "";
}

namespace {

bool is_knob_of_any(const language::Program& program, std::string_view name) {
  return std::any_of(program.kernels().begin(), program.kernels().end(), [&](const language::Kernel& kernel) {
    return std::any_of(kernel.knobs.begin(), kernel.knobs.end(),
                       [&](const language::Knob& knob) { return knob.name == name; });
  });
}

}  // namespace

bool changes_with(const language::Program& as_it_is, const language::Kernel& kernel,
                  const language::ReadOptions& options, const std::string& knob) {
  const auto asked = options.knobs.find(knob);
  if (asked == options.knobs.end() || !kernel.runnable) return false;
  const language::Program with = language::read(std::string(as_it_is.source().text()),
                                                {.knobs = {*asked}, .defined = options.defined, .host_values = {}});
  const language::Kernel* const other = with.kernel(kernel.name);
  if (other == nullptr || !other->runnable) return false;
  if (std::any_of(other->knobs.begin(), other->knobs.end(), [&](const language::Knob& each) {
        return each.kind == language::Knob::Kind::pointer && each.name == knob;
      }))
    return true;
  // A macro is replaced in what a kernel needs, and a constant stands there by its name.
  const std::string needs = with.plain_text(*other).text;
  return needs != as_it_is.plain_text(kernel).text || (has_word(needs, knob) && is_knob_of_any(as_it_is, knob));
}

language::ReadOptions options_for(const Request& request, const std::string& text) {
  Request::Named knobs = request.knobs;
  if (request.tile)
    if (const std::string name = tile_knob(text); !name.empty()) knobs.try_emplace(name, std::to_string(*request.tile));
  return options_for(text, knobs);
}

}  // namespace tilescope
