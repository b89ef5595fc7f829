// The kernel and its helpers: their parameters become traced views and floats, and their statements are walked through.
#pragma once

#include <optional>

#include "instrumentation/source/declarations.h"

namespace tilescope::source {

class Functions : public Declarations {
 protected:
  using Declarations::Declarations;
  ~Functions() = default;

  void kernel(std::size_t open) {
    if (!kernel_.empty()) refuse("a second __global__ function: one a file");
    if (!is("void")) refuse("a __global__ function returns void");
    if (open != at_ + 2) refuse("a __global__ function's name stands behind void");
    kernel_ = token(at_ + 1).text;
    if (template_parameter_.find(',') != std::string::npos)
      refuse("a kernel with several template parameters: TILE is the one");
    if (!template_parameter_.empty()) uses_tile_ = true;
    kernel_is_template_ = !template_parameter_.empty();
    const std::size_t first = at_;
    rewriter_.insert_before(at_, "TILESCOPE_HERE ");
    at_ = open + 1;
    const std::size_t close = behind_bracket(open) - 1;
    while (at_ < close) {
      kernel_parameter(close);
      if (is(",")) ++at_;
    }
    one_line(first, close + 1);
    at_ = close + 1;
    if (is(";")) refuse("a declaration of the kernel before its text: leave it out");
    function_body();
  }

  // The end of the parameter that begins here.
  [[nodiscard]] std::size_t parameter_end(std::size_t close) const {
    std::size_t end = at_;
    while (end < close && !token(end).is(","))
      end = token(end).is("(") || token(end).is("[") ? behind_bracket(end) : end + 1;
    return end;
  }

  struct Parameter {
    bool is_const = false;
    bool pointer = false;
    std::string_view type;
    std::size_t name = 0;
  };

  Parameter parameter(std::size_t end) {
    Parameter p;
    std::size_t n = at_;
    for (; n < end; ++n) {
      const Token& t = token(n);
      check_word(n);
      if (t.is("=")) refuse(n, "a default argument");
      if (t.is("&")) refuse(n, "a reference: pass a pointer or a value");
      if (t.is("(")) refuse(n, "a pointer to an array or a function: pass a pointer to float");
      if (t.is("*") || t.is("[")) {
        if (p.pointer) refuse(n, "a pointer to a pointer, or an array of rows: pass a pointer to float");
        p.pointer = true;
        if (t.is("[")) n = behind_bracket(n) - 1;
      } else if (t.is("const")) {
        p.is_const = p.is_const || !p.pointer;
      } else if (t.kind == Token::Kind::word && p.type.empty()) {
        p.type = t.text;
      } else if (t.kind == Token::Kind::word && !t.is("__restrict__") && !t.is("__restrict") &&
                 !contains(integer_words, t.text)) {
        p.name = n;
      }
    }
    if (p.name == 0) refuse("a parameter without a name");
    const bool floating = contains(float_words, p.type);
    if (!floating && !contains(integer_words, p.type))
      refuse(fmt::format("a parameter of type {}: TileScope passes pointers to float and whole numbers", p.type));
    if (p.pointer && !floating)
      refuse(fmt::format("a pointer to {}: TileScope records float, float2 and float4", p.type));
    if (!p.pointer && floating && p.type != "float")
      refuse(fmt::format("a parameter of type {}: pass a pointer, or floats", p.type));
    return p;
  }

  [[nodiscard]] static std::string view_of(const Parameter& p) {
    return fmt::format("{}View<{}{}>", traced, p.is_const ? "const " : "", p.type);
  }

  void kernel_parameter(std::size_t close) {
    const std::size_t end = parameter_end(close);
    const Parameter p = parameter(end);
    const std::string name(token(p.name).text);
    std::string argument;
    if (p.pointer) {
      require_matrix(p.name);
      const std::size_t number = add_array(p.name, "global", !p.is_const);
      argument = fmt::format("program.tilescope_view<{}{}>(arguments.{}, {})", p.is_const ? "const " : "", p.type, name,
                             number);
      rewrite_parameter(end, view_of(p) + " " + name);
      names_.insert(token(p.name).text);
    } else {
      if (p.type == "float")
        refuse(p.name, fmt::format("the parameter '{}': a launch has no floats but those of A, B and C", name));
      if (name != "M" && name != "N" && name != "K")
        refuse(p.name, fmt::format("the parameter '{}': a launch has the sides M, N and K", name));
      argument = "arguments." + name;
    }
    call_ += (call_.empty() ? "" : ", ") + argument;
    parameters_ += (parameters_.empty() ? "" : " ") + name;
    at_ = end;
  }

  void rewrite_parameter(std::size_t end, const std::string& text) {
    rewriter_.remove(at_, end);
    rewriter_.replace(at_, text);
  }

  void helper(std::size_t open, std::optional<std::size_t> template_at) {
    const std::size_t first = at_;
    const std::size_t name = open - 1;
    const std::size_t close = behind_bracket(open) - 1;
    if (token(close + 1).is(";")) {  // members of a struct need no declarations
      rewriter_.remove(template_at.value_or(first), close + 2);
      at_ = close + 2;
      return;
    }
    bool returns_float = false;
    for (; at_ < name; ++at_) {
      check_word(at_);
      if (is("*") || is("&")) refuse("a helper that returns a pointer or a reference");
      if (is("float2") || is("float4")) refuse(fmt::format("a helper that returns {}: return float", here().text));
      if (is("float")) {
        returns_float = true;
        rewriter_.replace(at_, fmt::format("{}Returned", traced));
      } else if (!is("void") && !is("const") && !contains(integer_words, here().text)) {
        refuse(fmt::format("a helper that returns {}", here().text));
      }
    }
    rewriter_.insert_before(first, "TILESCOPE_HERE ");
    std::string prologue;
    at_ = open + 1;
    while (at_ < close) {
      const std::size_t end = parameter_end(close);
      if (end == at_ + 1 && is("void")) {
        at_ = end;
        continue;
      }
      const Parameter p = parameter(end);
      const std::string called(token(p.name).text);
      if (p.pointer) {
        rewrite_parameter(end, view_of(p) + " " + called);
        names_.insert(token(p.name).text);
      } else if (p.type == "float") {
        // An argument is read in here, in the order of the parameters and not in one of the compiler's choice.
        rewrite_parameter(end, fmt::format("{}Readable auto&& tilescope_{}", traced, called));
        prologue +=
            fmt::format(" {}{}Local {}{{tilescope_thread, {}, static_cast<decltype(tilescope_{})&&>(tilescope_{})}};",
                        p.is_const ? "const " : "", traced, called, add_array(p.name, "local"), called, called);
      }
      at_ = end;
      if (is(",")) ++at_;
    }
    one_line(first, close + 1);
    at_ = close + 1;
    if (returns_float && !helpers_[token(name).text].records) refuse(name, "a helper that is declared twice");
    rewriter_.insert_after(at_, prologue);
    in_template_helper_ = template_at.has_value();
    function_body();
    in_template_helper_ = false;
  }

  void function_body() {
    if (!is("{")) refuse(fmt::format("'{}' where a function's text is expected", here().text));
    block();
  }

  void block() {
    expect("{");
    for (;;) {
      skip_directives();
      if (at_end()) refuse("a block does not end");
      if (is("}")) break;
      statement(true);
    }
    ++at_;
  }

  // `in_block`: a declaration may become several.
  void statement(bool in_block) {
    if (++depth_ > deepest_nesting) refuse("statements nested too deeply");
    plain_statement(in_block);
    --depth_;
  }

  void plain_statement(bool in_block) {
    skip_directives();
    const std::size_t first = at_;
    if (is("{")) {
      block();
    } else if (is(";")) {
      ++at_;
    } else if (is("if") || is("switch") || is("while") || is("for")) {
      headed_statement();
    } else if (is("do")) {
      ++at_;
      rewriter_.insert_after(at_ - 1, " TILESCOPE_LOOP");
      statement(false);
      const std::size_t tail = at_;
      expect("while");
      const std::size_t end = behind_bracket(at_);
      expression(at_, end);
      at_ = end;
      expect(";");
      one_line(tail, at_);
    } else if (is("case") || is("default")) {
      while (!is(":") && !at_end()) ++at_;
      expect(":");
      one_line(first, at_);
    } else if (here().kind == Token::Kind::word && token(at_ + 1).is(":") && !is("default")) {
      refuse("a label: write a loop");
    } else if (begins_declaration()) {
      declaration(in_block);
    } else {
      check_word(first);
      if (contains(float_words, here().text)) refuse("a declaration in brackets: write the name and its sides plainly");
      at_ = statement_end();
      expression(first, at_);
      expect(";");
      one_line(first, at_);
    }
  }

  void headed_statement() {
    const std::size_t first = at_;
    const bool loop = is("for") || is("while");
    const bool is_for = is("for");
    ++at_;
    if (is("constexpr")) ++at_;
    if (!is("(")) refuse(fmt::format("'{}' where '(' is expected", here().text));
    const std::size_t close = behind_bracket(at_) - 1;
    ++at_;
    if (!is_for && begins_declaration()) refuse("a declaration in the head of a statement: write it before");
    if (contains(float_words, here().text) && token(at_ + 1).is("("))
      refuse("a declaration in brackets: write the name plainly");
    if (is_for && begins_declaration()) declaration(false);
    expression(at_, close);
    one_line(first, close + 1);
    at_ = close + 1;
    if (loop) mark_loop(first, close);
    statement(false);
    skip_directives();
    if (token(first).is("if") && is("else")) {
      ++at_;
      statement(false);
    }
  }

  void mark_loop(std::size_t loop, std::size_t close) {
    const Rounds known = rounds(loop, close);
    if (known == Rounds::unknown) return rewriter_.insert_after(close, " TILESCOPE_LOOP");
    const std::size_t end = behind_statement(close + 1);
    bool has_loop = false, has_barrier = false;
    for (std::size_t n = close + 1; n < end; ++n) {
      has_loop = has_loop || token(n).is("for") || token(n).is("while") || token(n).is("do");
      has_barrier = has_barrier || token(n).is("__syncthreads");
    }
    // #pragma unroll, of the text's own. Of loops within a loop, as long as they are when recorded, compilers would
    // make more than they can go through in time.
    if (token(loop - 1).kind == Token::Kind::directive) return has_loop ? rewriter_.remove(loop - 1) : void();
    if (known == Rounds::constant && goes_through_own_array(loop, close, end))
      rewriter_.insert_before(loop, "TILESCOPE_UNROLL_OWN ");
    else if (known == Rounds::constant && !has_loop)
      rewriter_.insert_before(loop, "TILESCOPE_UNROLL ");
    else if (!has_loop && !has_barrier)
      rewriter_.insert_before(loop, "TILESCOPE_UNROLL_SOME ");
  }

  // for (int i = 0; ...) ... own[i] ...: a thread's own array can be registers only where each place in it is known.
  [[nodiscard]] bool goes_through_own_array(std::size_t loop, std::size_t close, std::size_t end) const {
    for (std::size_t n = close + 1; n + 1 < end; ++n) {
      if (!own_arrays_.contains(token(n).text)) continue;
      int depth = 0;
      for (std::size_t at = n + 1; at < end && (depth > 0 || token(at).is("[")); ++at) {
        depth += token(at).is("[") ? 1 : token(at).is("]") ? -1 : 0;
        if (token(at).is(token(loop + 3).text)) return true;
      }
    }
    return false;
  }

  // How often a loop goes round, where its head says so.
  enum class Rounds { unknown, of_the_launch, constant };

  // for (int k = 0; k < BOUND; ++k), whose body leaves k alone and whose bound is made of numbers, TILE, M, N, K and
  // constants of the file: it ends for sure. Compilers unroll such loops, which they cannot if each round may be the
  // last.
  [[nodiscard]] Rounds rounds(std::size_t loop, std::size_t close) const {
    const std::size_t name = loop + 3;
    const std::string_view k = token(name).text;
    const bool begins = token(loop).is("for") && token(loop + 2).is("int") && token(loop + 4).is("=") &&
                        is_small_number(loop + 5) && token(loop + 6).is(";") && token(loop + 7).is(k) &&
                        token(loop + 8).is("<");
    if (!begins) return Rounds::unknown;
    std::size_t at = loop + 9;
    Rounds found = Rounds::constant;
    bool multiplies = false;
    for (; !token(at).is(";"); ++at) {
      const Token& t = token(at);
      multiplies = multiplies || t.is("*");
      if (t.is("M") || t.is("N") || t.is("K"))
        found = Rounds::of_the_launch;
      else if (!t.is("TILE") && !t.is("+") && !t.is("-") && !t.is("*") && !t.is("/") && !t.is("(") && !t.is(")") &&
               !is_small_number(at) && !is_constant_of_file(at))
        return Rounds::unknown;
    }
    if (multiplies && found != Rounds::constant) return Rounds::unknown;  // K * K * K goes round for ever
    const bool by_one = at + 3 == close && ((token(at + 1).is("++") && token(at + 2).is(k)) ||
                                            (token(at + 1).is(k) && token(at + 2).is("++")));
    const bool by_more = at + 4 == close && token(at + 1).is(k) && token(at + 2).is("+=") && is_small_number(at + 3) &&
                         token(at + 3).text.find_first_not_of('0') != std::string_view::npos;
    const bool by_tile = at + 4 == close && token(at + 1).is(k) && token(at + 2).is("+=") && token(at + 3).is("TILE");
    if (!by_one && !by_more && !by_tile) return Rounds::unknown;
    if (!macro_names_.empty()) return Rounds::unknown;  // who knows what they change
    const std::size_t end = behind_statement(close + 1);
    for (std::size_t n = close + 1; n < end; ++n)
      if (token(n).is(k) && may_change(n)) return Rounds::unknown;
    for (std::size_t n = 0; n < tokens_.size(); ++n) {
      const Token& t = token(n);
      const bool in_bound = t.is("TILE") || t.is("M") || t.is("N") || t.is("K");  // a constant does not change
      if (in_bound && may_change(n)) return Rounds::unknown;
    }
    return found;
  }

  // const int DEPTH = 8; before all functions, and no other `int DEPTH` that might be meant.
  [[nodiscard]] bool is_constant_of_file(std::size_t n) const {
    if (token(n).kind != Token::Kind::word) return false;
    int depth = 0, declared = 0;
    bool of_file = false;
    for (std::size_t at = 2; at < tokens_.size(); ++at) {
      if (token(at).is("{")) ++depth;
      if (token(at).is("}")) --depth;
      if (!token(at).is(token(n).text)) continue;
      const bool as_constant =
          depth == 0 && token(at - 2).is("const") && token(at - 1).is("int") && token(at + 1).is("=");
      of_file = of_file || as_constant;
      if (as_constant || token(at - 1).is("int") || may_change(at)) ++declared;
    }
    return of_file && declared == 1;
  }

  [[nodiscard]] bool is_small_number(std::size_t n) const {
    const std::string_view text = token(n).text;
    return token(n).kind == Token::Kind::number && text.size() <= 4 &&
           text.find_first_not_of("0123456789") == std::string_view::npos;
  }

  // Whether a variable named at token n may get another value there.
  [[nodiscard]] bool may_change(std::size_t n) const {
    const Token& before = token(n == 0 ? 0 : n - 1);
    const Token& behind = token(n + 1);
    const bool compared = behind.is("==") || behind.is("<=") || behind.is(">=") || behind.is("!=");
    const bool assigned = !compared && behind.kind == Token::Kind::mark && behind.text.back() == '=';
    const bool stepped = before.is("++") || before.is("--") || behind.is("++") || behind.is("--");
    return assigned || stepped || (before.is("(") && behind.is(")"));
  }

  // Behind the statement that begins at token n, which may not be walked through yet.
  [[nodiscard]] std::size_t behind_statement(std::size_t n) const {
    if (token(n).is("{")) return behind_bracket(n);
    if (token(n).is("for") || token(n).is("while") || token(n).is("if") || token(n).is("switch")) {
      std::size_t head = n + 1;
      while (!token(head).is("(") && token(head).kind != Token::Kind::end) ++head;
      std::size_t end = behind_statement(behind_bracket(head));
      if (token(n).is("if") && token(end).is("else")) end = behind_statement(end + 1);
      return end;
    }
    if (token(n).is("do")) n = behind_statement(n + 1);
    while (!token(n).is(";") && token(n).kind != Token::Kind::end) ++n;
    return n + 1;
  }

  void require_matrix(std::size_t name) const {
    const std::string_view text = token(name).text;
    if (text != "A" && text != "B" && text != "C")
      refuse(name, fmt::format("the array '{}': a launch has the matrices A, B and C", text));
  }

  static constexpr int deepest_nesting = 200;
  int depth_ = 0;
  std::string template_parameter_;
  std::string kernel_;
  std::string call_;        // of the kernel, with what a launch gives it
  std::string parameters_;  // of the kernel, by name
  bool kernel_is_template_ = false;
};

}  // namespace tilescope::source
