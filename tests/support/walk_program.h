// Visits everything that a program points to, whatever its source, and reports what is invalid.
#pragma once

#include <fmt/format.h>

#include <set>
#include <string>
#include <vector>

#include "instrumentation/language/program.h"

namespace tilescope::test {

// Checks one kernel and all that it needs. Nested parts go on a list for later, so that no nesting is too deep.
class ProgramWalk {
 public:
  ProgramWalk(const language::Source& source, const language::Kernel& kernel) : source_(source), kernel_(kernel) {
    see_kernel();
    while (flaw_.empty() && (!functions_.empty() || !statements_.empty() || !expressions_.empty())) {
      if (!expressions_.empty())
        see(*taken(expressions_));
      else if (!statements_.empty())
        see(*taken(statements_));
      else
        see(*taken(functions_));
    }
    if (!flaw_.empty()) flaw_ = fmt::format("kernel {}: {}", kernel.name, flaw_);
  }

  [[nodiscard]] const std::string& flaw() const { return flaw_; }
  [[nodiscard]] std::size_t seen() const { return seen_.size(); }

 private:
  template <class T>
  static const T* taken(std::vector<const T*>& all) {
    const T* const last = all.back();
    all.pop_back();
    return last;
  }

  void require(bool sound, const char* what) {
    if (!sound && flaw_.empty()) flaw_ = what;
  }
  void inside(language::Place place, const char* what) {
    require(std::uint64_t{place.offset} + place.length <= source_.text().size(), what);
  }

  template <class T>
  void later(const T* thing, std::vector<const T*>& all, const char* what) {
    require(thing != nullptr, what);
    if (thing != nullptr && seen_.insert(thing).second) all.push_back(thing);
  }
  template <class T>
  void maybe(const T* thing, std::vector<const T*>& all) {
    if (thing != nullptr) later(thing, all, "");
  }

  void see_kernel() {
    require(!kernel_.name.empty(), "it has no name");
    require(!kernel_.runnable || (kernel_.function != nullptr && kernel_.function->body != nullptr),
            "it is runnable and has no body");
    maybe(kernel_.function, functions_);
    for (const auto* const list : {&kernel_.parameters, &kernel_.globals})
      for (const language::Parameter& parameter : *list) {
        require(parameter.variable != nullptr, "a parameter without a variable");
        for (const language::Field* const field : parameter.path) require(field != nullptr, "a path with a hole");
        require(parameter.is_array || (!parameter.reads && !parameter.writes) || list == &kernel_.globals,
                "a scalar that is read or written");
        require(!kernel_.runnable || !parameter.type.is_unknown(), "a parameter of no known type");
      }
    for (const language::Knob& knob : kernel_.knobs) {
      inside(knob.place, "a knob outside the text");
      require(!knob.name.empty(), "a knob without a name");
    }
    for (const language::Place place : kernel_.open_roundings) inside(place, "a rounding outside the text");
    for (const language::Variable* const variable : kernel_.shared) see(variable);
    if (kernel_.dynamic != nullptr) see(kernel_.dynamic);
  }

  void see(const language::Variable* variable) {
    require(variable != nullptr, "a variable that is null");
    if (variable == nullptr || !seen_.insert(variable).second) return;
    inside(variable->place, "a variable outside the text");
    require(!kernel_.runnable || !variable->type.is_unknown(), "a variable of no known type");
    maybe(variable->init, expressions_);
    see(variable->value);
  }

  void see(const language::Value* value) {
    if (value == nullptr) return;
    const language::Value same = converted(*value, value->kind);
    require(same.integer == value->integer || (value->is_floating() && value->real != value->real),
            "a constant that its type cannot hold");
  }

  void see(const language::Function& function) {
    inside(function.place, "a function outside the text");
    inside(function.head, "a function's head outside the text");
    for (const language::Variable* const variable : function.parameters) see(variable);
    for (const language::Variable* const variable : function.locals) see(variable);
    for (const language::Expression* const first : function.fields)
      later(first, expressions_, "a field set by nothing");
    for (const language::Function* const called : function.calls) later(called, functions_, "a call of nothing");
    maybe(function.body, statements_);
  }

  void see(const language::Statement& s) {
    using enum language::StatementKind;
    inside(s.place, "a statement outside the text");
    inside(s.at, "a statement's word outside the text");
    if (s.kind == expression || s.kind == switch_)
      require(s.expression != nullptr, "a statement without its expression");
    if (s.kind == if_) require(s.condition != nullptr, "an if without a condition");
    if (s.kind == if_ || s.kind == loop || s.kind == switch_) require(s.body != nullptr, "a statement without a body");
    if (s.kind == case_) require(s.otherwise || s.value != nullptr, "a case without a value");
    for (const language::Expression* const part : {s.condition, s.expression, s.step}) maybe(part, expressions_);
    for (const language::Statement* const part : {s.body, s.else_body}) maybe(part, statements_);
    for (const language::Statement* const part : s.list) later(part, statements_, "a statement that is null");
    for (const language::Variable* const variable : s.variables) see(variable);
    see(s.value);
  }

  void see(const language::Expression& e) {
    inside(e.place, "an expression outside the text");
    inside(e.at, "an operator outside the text");
    require(!kernel_.runnable || e.kind != language::ExpressionKind::broken, "it is runnable, and broken in a place");
    require(!kernel_.runnable || !e.type.is_unknown(), "it is runnable, and an expression has no type");
    require(!e.type.is_reference(), "an expression whose type is a reference");
    see_parts(e);
    for (const language::Expression* const part : {e.a, e.b, e.c}) maybe(part, expressions_);
    for (const language::Expression* const part : e.list) later(part, expressions_, "an argument that is null");
    if (e.variable != nullptr) see(e.variable);
    maybe(e.function, functions_);
    see(e.value);
  }

  // Checks that the expression has what its kind needs.
  void see_parts(const language::Expression& e) {
    using enum language::ExpressionKind;
    switch (e.kind) {
      case constant: return require(e.value != nullptr, "a constant without a value");
      case variable: return require(e.variable != nullptr, "a name of no variable");
      case field: return require(e.field != nullptr && e.a != nullptr, "a field of nothing");
      case call:
      case object: return require(e.function != nullptr, "a call of no function");
      case builtin: return require(e.builtin != nullptr, "a call of no function of CUDA's");
      case choice: return require(e.a != nullptr && e.b != nullptr && e.c != nullptr, "a choice without a part");
      case element:
      case binary:
      case offset:
      case distance:
      case both:
      case either:
      case sequence:
      case assign:
      case compound: return require(e.a != nullptr && e.b != nullptr, "an operator without an operand");
      case dereference:
      case address:
      case load:
      case decay:
      case convert:
      case reinterpret:
      case negate:
      case complement:
      case invert:
      case increment:
      case keep: return require(e.a != nullptr, "an operator without its operand");
      default: return;
    }
  }

  const language::Source& source_;
  const language::Kernel& kernel_;
  std::string flaw_;
  std::set<const void*> seen_;
  std::vector<const language::Function*> functions_;
  std::vector<const language::Statement*> statements_;
  std::vector<const language::Expression*> expressions_;
};

// Whether every byte belongs to a character, and no character controls a terminal.
inline bool is_plain_text(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const unsigned bytes = language::utf8_bytes(text, at);
    const auto first = static_cast<unsigned char>(text[at]);
    if (bytes == 0 || (bytes == 1 && (first < 0x20 || first == 0x7f))) return false;
    if (bytes == 2 && first == 0xc2 && static_cast<unsigned char>(text[at + 1]) < 0xa0) return false;  // as do these
    at += bytes;
  }
  return true;
}

// The flaw in a diagnostic itself; empty if there is none.
inline std::string flaw_in(const language::Diagnostic& diagnostic, const language::Source& source) {
  const auto [offset, length] = diagnostic.place;
  if (std::uint64_t{offset} + length > source.text().size())
    return fmt::format("it is told at {} + {} of {} bytes: {}", offset, length, source.text().size(),
                       diagnostic.message);
  if (diagnostic.message.empty()) return "a diagnostic says nothing";
  if (!is_plain_text(diagnostic.message) || !is_plain_text(diagnostic.mend))
    return "a diagnostic cannot be shown: " + diagnostic.message;
  const language::Position position = source.position(offset);
  if (position.line > source.lines() || position.column > source.line(position.line).size() + 3)
    return "a diagnostic beside its line: " + diagnostic.message;
  return "";
}

// The first flaw; empty if there is none.
inline std::string flaw_in(const language::Program& program) {
  std::uint32_t before = 0;
  bool any_error = false;
  for (const language::Diagnostic& diagnostic : program.diagnostics()) {
    if (std::string flaw = flaw_in(diagnostic, program.source()); !flaw.empty()) return flaw;
    if (diagnostic.place.offset < before) return "diagnostics are not told by place: " + diagnostic.message;
    before = diagnostic.place.offset;
    any_error = any_error || diagnostic.severity == language::Severity::error;
  }
  bool any_runnable = false;
  for (const language::Kernel& kernel : program.kernels()) {
    if (const ProgramWalk walk(program.source(), kernel); !walk.flaw().empty()) return walk.flaw();
    any_runnable = any_runnable || kernel.runnable;
    if (!kernel.runnable && !any_error) return fmt::format("kernel {} cannot be run, and nobody says why", kernel.name);
  }
  if (any_runnable != program.runnable()) return "whether it can be run is told in two ways";
  for (const language::Launch& launch : program.launches())
    if (std::uint64_t{launch.place.offset} + launch.place.length > program.source().text().size())
      return "a launch outside the text";
  return "";
}

}  // namespace tilescope::test
