#include "instrumentation/source/instrument.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "instrumentation/source/rewriter.h"
#include "instrumentation/source/token.h"

namespace tilescope::source {

namespace {

constexpr std::string_view traced = "::tilescope::traced::";
constexpr std::size_t most_arrays = 200;  // an event has 8 bits for one

template <std::size_t n>
using Words = std::array<std::string_view, n>;

constexpr Words<17> integer_words{"int",  "unsigned", "signed",  "long",    "short",    "char",     "bool",    "size_t", "int8_t",
                                  "int16_t", "int32_t",  "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "ptrdiff_t"};
constexpr Words<3> float_words{"float", "float2", "float4"};
constexpr Words<3> qualifiers{"const", "constexpr", "static"};
constexpr Words<6> function_words{"__forceinline__", "__noinline__", "inline", "static", "__host__", "__inline__"};
// Functions that traced types or the scope of a kernel provide.
constexpr Words<11> known_functions{"fmaf", "__fmaf_rn", "min", "max", "fminf", "fmaxf", "fabsf", "make_float2", "make_float4",
                                    "__syncthreads", "sizeof"};
constexpr Words<5> control_words{"if", "for", "while", "switch", "return"};

struct Refusal {
  std::string_view word;
  std::string_view reason;
};
constexpr std::array<Refusal, 24> refused_words{{
    {"double", "double: TileScope records float"},
    {"half", "half: TileScope records float"},
    {"__half", "half: TileScope records float"},
    {"auto", "auto: write the type, so that a read happens where it is written"},
    {"struct", "struct: a kernel keeps its floats in variables and arrays"},
    {"class", "class: a kernel keeps its floats in variables and arrays"},
    {"union", "union: a kernel keeps its floats in variables and arrays"},
    {"enum", "enum: write constants"},
    {"typedef", "typedef: write the type where it is used"},
    {"using", "using: write the type where it is used"},
    {"namespace", "namespace: a kernel's file stands alone"},
    {"goto", "goto: write a loop"},
    {"asm", "asm: TileScope cannot see what it does"},
    {"__asm__", "asm: TileScope cannot see what it does"},
    {"volatile", "volatile: declare without it"},
    {"register", "register: declare without it"},
    {"new", "new: a kernel has no memory of its own"},
    {"delete", "delete: a kernel has no memory of its own"},
    {"try", "try: device code has no exceptions"},
    {"throw", "throw: device code has no exceptions"},
    {"reinterpret_cast", "a cast of pointers: declare the parameter with the type it is used as"},
    {"const_cast", "const_cast: declare the parameter with the type it is used as"},
    {"dynamic_cast", "dynamic_cast: device code has none"},
    {"__constant__", "__constant__: TileScope records global and shared memory"},
}};

template <class List>
bool contains(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

struct Helper {
  bool records = false;  // it may leave events
};

struct DeclaredArray {
  std::string name;
  std::string_view space;
  bool writable = false;
  std::vector<std::string> sides;  // of a __device__ global
};

// One declarator of `float a = 1, *p = A, acc[4][4];`, as positions of tokens.
struct Declarator {
  std::size_t first = 0;  // its first token: a star or the name
  std::size_t name = 0;
  std::size_t end = 0;  // the comma or semicolon behind it
  bool pointer = false;
  std::vector<std::string> sides;
  std::size_t sides_end = 0;  // behind the last ]
};

class Instrumenter {
 public:
  Instrumenter(std::string_view source, std::string_view file)
      : source_(source), file_(file), tokens_(tokenize(source)), rewriter_(source, tokens_) {}

  Instrumented run() {
    find_helpers();
    while (!at_end()) file_item();
    if (kernel_.empty()) throw SourceError(tokens_.back().line, "there is no __global__ function here");
    return {kernel_, uses_tile_, whole_text()};
  }

 private:
  // Reading

  [[nodiscard]] const Token& token(std::size_t n) const { return tokens_[std::min(n, tokens_.size() - 1)]; }
  [[nodiscard]] const Token& here() const { return token(at_); }
  [[nodiscard]] bool at_end() const { return here().kind == Token::Kind::end; }
  [[nodiscard]] bool is(std::string_view text) const { return here().is(text); }
  [[noreturn]] void refuse(std::size_t n, const std::string& reason) const { throw SourceError(token(n).line, reason); }
  [[noreturn]] void refuse(const std::string& reason) const { refuse(at_, reason); }

  void expect(std::string_view text) {
    if (!is(text)) refuse(at_end() ? fmt::format("the text ends where '{}' is expected", text)
                                   : fmt::format("'{}' where '{}' is expected", here().text, text));
    ++at_;
  }

  // From an opening bracket to behind the closing one.
  [[nodiscard]] std::size_t behind_bracket(std::size_t open) const {
    std::vector<char> closing;
    for (std::size_t n = open;; ++n) {
      const Token& t = token(n);
      if (t.kind == Token::Kind::end) refuse(open, fmt::format("this '{}' is never closed", token(open).text));
      if (t.kind != Token::Kind::mark) continue;
      if (t.is("(")) closing.push_back(')');
      if (t.is("[")) closing.push_back(']');
      if (t.is("{")) closing.push_back('}');
      if (t.is(")") || t.is("]") || t.is("}")) {
        if (closing.empty() || closing.back() != t.text[0]) refuse(n, fmt::format("'{}' closes nothing", t.text));
        closing.pop_back();
        if (closing.empty()) return n + 1;
      }
    }
  }

  [[nodiscard]] std::string text_of(std::size_t first, std::size_t last) const {
    std::string text;
    for (std::size_t n = first; n < last; ++n) text += (n == first ? "" : " ") + std::string(token(n).text);
    return text;
  }

  void skip_directives() {
    while (here().kind == Token::Kind::directive) {
      directive(at_);
      ++at_;
    }
  }

  // Gives all of a statement's tokens the line of its first one.
  void one_line(std::size_t first, std::size_t last) {
    for (std::size_t n = first; n < last; ++n)
      if (token(n).kind != Token::Kind::directive) rewriter_.set_line(n, token(first).line);
  }

  // What stands in a file

  // Helpers may call each other in any order, so who records is known before anything is rewritten.
  void find_helpers() {
    std::map<std::string_view, std::set<std::string_view>> words_of;
    for (std::size_t n = 0; n < tokens_.size(); ++n) {
      if (token(n).kind == Token::Kind::word && (token(n).text.starts_with("tilescope_") || token(n).text.starts_with("TILESCOPE_")))
        refuse(n, fmt::format("{}: names that begin with tilescope_ are TileScope's own", token(n).text));
      if (!token(n).is("__device__")) continue;
      std::size_t name = n;
      while (!token(name).is("(") && !token(name).is(";") && !token(name).is("{") && !token(name).is("[") &&
             token(name).kind != Token::Kind::end)
        ++name;
      if (!token(name).is("(")) {
        if (token(name).is("[")) globals_.insert(token(name - 1).text);
        continue;
      }
      std::size_t body = behind_bracket(name);
      if (!token(body).is("{")) continue;
      const std::size_t end = behind_bracket(body);
      std::set<std::string_view>& words = words_of[token(name - 1).text];
      for (std::size_t m = n; m < end; ++m)
        if (token(m).kind == Token::Kind::word) words.insert(token(m).text);
      helpers_[token(name - 1).text];
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (auto& [name, helper] : helpers_) {
        const auto& words = words_of[name];
        const bool records = std::any_of(words.begin(), words.end(), [&](std::string_view word) {
          const auto called = helpers_.find(word);
          return contains(float_words, word) || word == "__syncthreads" || globals_.contains(word) ||
                 (called != helpers_.end() && called->second.records);
        });
        changed = changed || records != helper.records;
        helper.records = records;
      }
    }
  }

  void file_item() {
    skip_directives();
    if (at_end()) return;
    const std::size_t first = at_;
    if (is(";")) {
      ++at_;
      return;
    }
    if (is("static_assert")) {
      while (!is(";") && !at_end()) ++at_;
      expect(";");
      one_line(first, at_);
      return;
    }
    if (is("extern") && token(at_ + 1).kind == Token::Kind::text) {
      if (token(at_ + 2).is("{")) refuse("extern \"C\" around several functions: write it before each");
      rewriter_.remove(at_, at_ + 2);
      at_ += 2;
    }
    std::optional<std::size_t> template_at;
    if (is("template")) {
      template_at = at_;
      template_parameters();
    }
    bool global = false;
    bool device = false;
    std::size_t specifiers = at_;
    for (;; ++at_) {
      if (is("__global__"))
        global = true;
      else if (is("__device__"))
        device = true;
      else if (is("__launch_bounds__"))
        at_ = behind_bracket(at_ + 1) - 1;
      else if (!contains(function_words, here().text))
        break;
    }
    if (!global && !device) {
      at_ = specifiers;
      if (template_at) refuse("a template that is neither __global__ nor __device__");
      constant();
      return;
    }
    rewriter_.remove(specifiers, at_);
    std::size_t open = at_;
    while (!token(open).is("(") && !token(open).is(";") && !token(open).is("[") && !token(open).is("=") &&
           token(open).kind != Token::Kind::end)
      ++open;
    if (token(open - 1).is("__launch_bounds__")) refuse(open - 1, "__launch_bounds__ behind the type: write it before void");
    if (!token(open).is("(")) {
      device_variable();
      return;
    }
    if (global) {
      kernel(open);
    } else {
      helper(open, template_at);
    }
    template_parameter_.clear();
  }

  void template_parameters() {
    ++at_;
    expect("<");
    for (; !is(">"); ++at_) {
      if (at_end()) refuse("a template's parameters do not end");
      if (is("typename") || is("class")) refuse("a template over types: TileScope records float");
      if (is("<") || is("(")) refuse("a template parameter other than a whole number");
      if (is(",")) template_parameter_ += ",";
      if (here().kind == Token::Kind::word && !contains(integer_words, here().text) && token(at_ - 1).kind == Token::Kind::word)
        template_parameter_ += here().text;
    }
    ++at_;
  }

  // const int W = 8; a member of the struct that the text becomes, so it has to be static.
  void constant() {
    const std::size_t first = at_;
    bool is_const = false;
    while (contains(qualifiers, here().text)) {
      is_const = is_const || !is("static");
      rewriter_.remove(at_);
      ++at_;
    }
    check_word(at_);
    const bool integer = contains(integer_words, here().text);
    if (!is_const || !(integer || is("float")))
      refuse(fmt::format("'{}': a kernel's file holds constants, __device__ helpers and one __global__ function", here().text));
    rewriter_.insert_before(first, "static constexpr ");
    while (!is(";")) {
      if (at_end()) refuse(first, "this constant does not end");
      if (is("*") && (contains(integer_words, token(at_ - 1).text) || token(at_ - 1).is("float")))
        refuse("a pointer that is no parameter");
      if (is("TILE")) uses_tile_ = true;
      if (is("(") || is("{")) {
        at_ = behind_bracket(at_);
        continue;
      }
      ++at_;
    }
    ++at_;
    one_line(first, at_);
  }

  // __device__ float A[4][6]; a matrix of the launch whose sides the text fixes.
  void device_variable() {
    const std::size_t first = at_;
    bool is_const = false;
    while (is("const")) {
      is_const = true;
      rewriter_.remove(at_++);
    }
    if (!is("float")) refuse(fmt::format("a __device__ variable of type {}: TileScope records float", here().text));
    rewriter_.remove(at_++);
    for (;;) {
      const std::size_t name = at_;
      require_matrix(name);
      ++at_;
      const std::vector<std::string> sides = take_sides();
      if (sides.empty() || sides.size() > 2) refuse(name, "a __device__ matrix has one or two sides");
      if (is("=")) refuse("a __device__ matrix with values: the launch gives them");
      std::string list;
      for (const std::string& side : sides) list += (list.empty() ? "" : ", ") + side;
      const std::size_t number = add_array(name, "global", !is_const, sides);
      rewriter_.replace(name, fmt::format("{}Array<{}> {}{{tilescope_storage(tilescope_arguments.{}, {})}}", traced, list,
                                          token(name).text, token(name).text, number));
      names_.insert(token(name).text);
      if (!is(",")) break;
      rewriter_.replace(at_, ";");
      ++at_;
    }
    expect(";");
    one_line(first, at_);
  }

  void require_matrix(std::size_t name) const {
    const std::string_view text = token(name).text;
    if (text != "A" && text != "B" && text != "C")
      refuse(name, fmt::format("the array '{}': a launch has the matrices A, B and C", text));
  }

  std::size_t add_array(std::size_t name, std::string_view space, bool writable = false, std::vector<std::string> sides = {}) {
    if (arrays_.size() >= most_arrays) refuse(name, fmt::format("more than {} arrays and floats", most_arrays));
    arrays_.push_back({std::string(token(name).text), space, writable, std::move(sides)});
    return arrays_.size() - 1;
  }

  // Functions

  void kernel(std::size_t open) {
    if (!kernel_.empty()) refuse("a second __global__ function: one a file");
    if (!is("void")) refuse("a __global__ function returns void");
    if (open != at_ + 2) refuse("a __global__ function's name stands behind void");
    kernel_ = token(at_ + 1).text;
    if (template_parameter_.find(',') != std::string::npos) refuse("a kernel with several template parameters: TILE is the one");
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
    while (end < close && !token(end).is(",")) end = token(end).is("(") || token(end).is("[") ? behind_bracket(end) : end + 1;
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
      } else if (t.kind == Token::Kind::word && !t.is("__restrict__") && !t.is("__restrict") && !contains(integer_words, t.text)) {
        p.name = n;
      }
    }
    if (p.name == 0) refuse("a parameter without a name");
    const bool floating = contains(float_words, p.type);
    if (!floating && !contains(integer_words, p.type))
      refuse(fmt::format("a parameter of type {}: TileScope passes pointers to float and whole numbers", p.type));
    if (p.pointer && !floating) refuse(fmt::format("a pointer to {}: TileScope records float, float2 and float4", p.type));
    if (!p.pointer && floating && p.type != "float") refuse(fmt::format("a parameter of type {}: pass a pointer, or floats", p.type));
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
      argument = fmt::format("program.tilescope_view<{}{}>(arguments.{}, {})", p.is_const ? "const " : "", p.type, name, number);
      rewrite_parameter(end, view_of(p) + " " + name);
      names_.insert(token(p.name).text);
    } else {
      if (p.type == "float") refuse(p.name, fmt::format("the parameter '{}': a launch has no floats but those of A, B and C", name));
      if (name != "M" && name != "N" && name != "K")
        refuse(p.name, fmt::format("the parameter '{}': a launch has the sides M, N and K", name));
      argument = "arguments." + name;
    }
    call_ += (call_.empty() ? "" : ", ") + argument;
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
        prologue += fmt::format(" {}{}Local {}{{tilescope_thread, {}, static_cast<decltype(tilescope_{})&&>(tilescope_{})}};",
                                p.is_const ? "const " : "", traced, called, add_array(p.name, "local"), called, called);
      }
      at_ = end;
      if (is(",")) ++at_;
    }
    one_line(first, close + 1);
    at_ = close + 1;
    if (returns_float && !helpers_[token(name).text].records) refuse(name, "a helper that is declared twice");
    rewriter_.insert_after(at_, prologue);
    function_body();
  }

  void function_body() {
    if (!is("{")) refuse(fmt::format("'{}' where a function's text is expected", here().text));
    block();
  }

  // Statements

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
    if (is_for && begins_declaration()) declaration(false);
    expression(at_, close);
    one_line(first, close + 1);
    at_ = close + 1;
    if (loop) rewriter_.insert_after(close, " TILESCOPE_LOOP");
    statement(false);
    skip_directives();
    if (token(first).is("if") && is("else")) {
      ++at_;
      statement(false);
    }
  }

  // The semicolon that ends the statement which begins here.
  [[nodiscard]] std::size_t statement_end() const {
    std::size_t n = at_;
    while (!token(n).is(";")) {
      if (token(n).kind == Token::Kind::end || token(n).is("}") || token(n).kind == Token::Kind::directive)
        refuse(fmt::format("this statement does not end with a semicolon"));
      n = token(n).is("(") || token(n).is("[") || token(n).is("{") ? behind_bracket(n) : n + 1;
    }
    return n;
  }

  [[nodiscard]] bool begins_declaration() const {
    const std::string_view word = here().text;
    if (here().kind != Token::Kind::word) return false;
    if (word == "__shared__" || word == "extern" || contains(qualifiers, word)) return true;
    if (contains(float_words, word)) return !token(at_ + 1).is("(");
    return contains(integer_words, word) && !token(at_ + 1).is("(");
  }

  void declaration(bool in_block) {
    const std::size_t first = at_;
    bool is_const = false;
    bool shared = false;
    bool is_extern = false;
    std::string_view type;
    for (; here().kind == Token::Kind::word; ++at_) {
      check_word(at_);
      if (is("const") || is("constexpr"))
        is_const = true;
      else if (is("__shared__"))
        shared = true;
      else if (is("extern"))
        is_extern = true;
      else if (is("static"))
        refuse("a static variable: every thread would share it");
      else if (type.empty() || (contains(integer_words, type) && contains(integer_words, here().text)))
        type = here().text;
      else
        break;
    }
    if (is_extern && !shared) refuse("extern stands before __shared__ alone");
    if (contains(float_words, type)) {
      floats(first, type, {is_const, shared, is_extern, in_block});
    } else if (contains(integer_words, type)) {
      if (shared) refuse(first, fmt::format("shared memory of type {}: TileScope records float", type));
      if (is("*") || is("&")) refuse(fmt::format("a pointer or reference to {}", type));
      const std::size_t end = statement_end();
      expression(at_, end);
      at_ = end;
    } else {
      refuse(first, fmt::format("a variable of type {}", type));
    }
    expect(";");
    one_line(first, at_);
  }

  struct Declaring {
    bool is_const, shared, is_extern, in_block;
  };

  void floats(std::size_t first, std::string_view type, const Declaring& as) {
    const std::vector<Declarator> declarators = read_declarators();
    const std::size_t end = at_;
    rewriter_.remove(first, declarators.front().first);
    if (as.shared && !as.in_block) refuse(first, "shared memory is declared in a block");
    const bool split = std::any_of(declarators.begin(), declarators.end(), [&](const Declarator& d) {
      return as.shared || d.pointer || !d.sides.empty();
    });
    if (split && declarators.size() > 1 && !as.in_block) refuse(first, "arrays, pointers and floats declared at once: one at a time");
    for (std::size_t n = 0; n < declarators.size(); ++n) {
      const Declarator& d = declarators[n];
      if (n > 0 && split) rewriter_.replace(declarators[n - 1].end, ";");
      const bool names_type = n == 0 || split;
      if (as.shared)
        shared_array(d, type, as.is_extern);
      else if (d.pointer)
        local_pointer(d, type, as.is_const);
      else if (!d.sides.empty())
        local_array(d, type);
      else
        local(d, type, names_type, as.is_const);
      names_.insert(token(d.name).text);
    }
    at_ = end;
  }

  std::vector<Declarator> read_declarators() {
    std::vector<Declarator> all;
    for (;; ++at_) {
      Declarator d;
      d.first = at_;
      while (is("*") || is("const") || is("__restrict__") || is("__restrict")) {
        d.pointer = d.pointer || is("*");
        ++at_;
      }
      if (is("&")) refuse("a reference: write what it stands for");
      if (is("(")) refuse("a pointer to an array: write a pointer to float");
      if (here().kind != Token::Kind::word) refuse(fmt::format("'{}' where a name is expected", here().text));
      check_word(at_);
      d.name = at_++;
      d.sides = take_sides();
      d.sides_end = at_;
      // To the next comma that parts declarators. A < that might open a template's arguments would make it unclear.
      bool angle = false;
      while (!is(",") && !is(";")) {
        if (at_end() || is("}") || is(")")) refuse(d.first, "this declaration does not end");
        angle = angle || is("<");
        at_ = is("(") || is("[") || is("{") ? behind_bracket(at_) : at_ + 1;
      }
      if (angle && is(",") && text_of(at_, statement_end()).find('>') != std::string::npos)
        refuse(d.first, "a comma between < and >: declare one variable at a time");
      d.end = at_;
      all.push_back(d);
      if (is(";")) return all;
    }
  }

  std::vector<std::string> take_sides() {
    std::vector<std::string> sides;
    while (is("[")) {
      const std::size_t end = behind_bracket(at_);
      for (std::size_t n = at_; n < end; ++n) check_word(n);
      sides.push_back(end == at_ + 2 ? "" : fmt::format("({})", text_of(at_ + 1, end - 1)));
      rewriter_.remove(at_, end);
      at_ = end;
    }
    if (sides.size() > 3) refuse("an array of more than three dimensions");
    return sides;
  }

  [[nodiscard]] static std::string joined(const std::vector<std::string>& sides) {
    std::string list;
    for (const std::string& side : sides) list += (list.empty() ? "" : ", ") + side;
    return list;
  }

  void shared_array(const Declarator& d, std::string_view type, bool dynamic) {
    const std::string_view name = token(d.name).text;
    if (type != "float") refuse(d.name, fmt::format("shared memory of type {}: write an array of float", type));
    if (d.pointer) refuse(d.name, "a shared pointer");
    if (d.sides.empty()) refuse(d.name, "a single shared float: write an array of one");
    if (d.sides_end != d.end) refuse(d.name, "shared memory with values: a kernel stores them itself");
    const bool open = contains(d.sides, "");
    if (dynamic != open) refuse(d.name, dynamic ? "extern shared memory with a size" : "shared memory without a size: write extern, or the size");
    const std::size_t number = add_array(d.name, "shared");
    if (dynamic) {
      if (d.sides.size() != 1) refuse(d.name, "extern shared memory of several dimensions: write one");
      rewriter_.replace(d.name, fmt::format("auto {} = {}dynamic_shared_array(tilescope_thread, {})", name, traced, number));
      return;
    }
    std::string brackets;
    std::string zeros;
    for (const std::string& side : d.sides) {
      brackets += fmt::format("[{}]", side);
      zeros += "[0]";
    }
    rewriter_.replace(d.name, fmt::format("TILESCOPE_SHARED float tilescope_{0}{1}; auto {0} = {2}shared_array<{3}>(tilescope_thread, "
                                          "{4}, &tilescope_{0}{5})",
                                          name, brackets, traced, joined(d.sides), number, zeros));
  }

  void local_pointer(const Declarator& d, std::string_view type, bool is_const) {
    if (!d.sides.empty()) refuse(d.name, "an array of pointers");
    if (!token(d.name + 1).is("=")) refuse(d.name, "a pointer that points nowhere yet: give it its value here");
    rewriter_.remove(d.first, d.name);
    rewriter_.insert_before(d.name, fmt::format("{}View<{}{}> ", traced, is_const ? "const " : "", type));
    expression(d.name + 2, d.end);
  }

  void local_array(const Declarator& d, std::string_view type) {
    if (type != "float") refuse(d.name, fmt::format("an array of {}: write an array of float", type));
    if (contains(d.sides, "")) refuse(d.name, "an array without a size");
    std::string zero;
    if (d.sides_end != d.end) {
      for (std::size_t n = d.sides_end; n < d.end; ++n) {
        const Token& t = token(n);
        if (!t.is("=") && !t.is("{") && !t.is("}") && !t.is("0") && !t.is("0.0f") && !t.is("0.f") && !t.is("0.0"))
          refuse(n, "an array with values other than {} or {0}: assign them");
        rewriter_.remove(n);
      }
      zero = ", 0";
    }
    rewriter_.replace(d.name, fmt::format("{}LocalArray<{}> {}{{tilescope_thread, {}{}}}", traced, joined(d.sides), token(d.name).text,
                                          add_array(d.name, "local"), zero));
  }

  void local(const Declarator& d, std::string_view type, bool names_type, bool is_const) {
    const std::string base = type == "float" ? "Local" : type == "float2" ? "VectorLocal<2>" : "VectorLocal<4>";
    if (names_type) rewriter_.insert_before(d.name, fmt::format("{}{}{} ", is_const ? "const " : "", traced, base));
    const std::string begin = fmt::format("{{tilescope_thread, {}", add_array(d.name, "local"));
    const std::size_t next = d.name + 1;
    if (next == d.end) {
      rewriter_.insert_after(d.name, begin + "}");
      return;
    }
    expression(next + 1, d.end);
    if (token(next).is("=")) {
      if (token(next + 1).is("{")) refuse(next, "a float from a list in braces: write the value");
      rewriter_.replace(next, begin + ",");
      rewriter_.insert_after(d.end - 1, "}");
    } else if (token(next).is("{") && behind_bracket(next) == d.end) {
      rewriter_.replace(next, begin + (d.end == next + 2 ? ", 0" : ", "));
    } else if (token(next).is("(") && behind_bracket(next) == d.end) {
      rewriter_.insert_before(next, begin + ", ");
      rewriter_.insert_after(d.end - 1, "}");
    } else {
      refuse(next, fmt::format("'{}' behind the name of a variable", token(next).text));
    }
  }

  // Expressions stay as they are; they are only looked through for what cannot be recorded.

  void expression(std::size_t first, std::size_t end) {
    std::size_t recording_calls = 0;
    for (std::size_t n = first; n < end; ++n) {
      const Token& t = token(n);
      if (t.kind == Token::Kind::directive) refuse(n, "a directive inside a statement");
      if (t.is("::")) refuse(n, "a qualified name: TileScope knows CUDA's own functions");
      if (t.is("[") && token(n - 1).kind != Token::Kind::word && !token(n - 1).is("]") && !token(n - 1).is(")"))
        refuse(n, "a lambda: write a __device__ helper");
      if (t.is("&") && unary(n)) address(n);
      if (t.is("*") && unary(n) && names_.contains(token(n + 1).text)) refuse(n, "*pointer: write pointer[0], which is recorded");
      if (t.kind != Token::Kind::word) continue;
      check_word(n);
      if (contains(float_words, t.text)) check_cast(n);
      if (token(n + 1).is("(") || token(n + 1).is("<")) recording_calls += call(n) ? 1 : 0;
    }
    if (recording_calls > 1)
      refuse(first, "two calls of recording helpers in one statement: compilers choose their order; write two statements");
  }

  // Whether the & or * at n has no left operand.
  [[nodiscard]] bool unary(std::size_t n) const {
    const Token& left = token(n - 1);
    if (left.kind == Token::Kind::number || left.is(")") || left.is("]")) return false;
    return left.kind != Token::Kind::word || contains(control_words, left.text);
  }

  void address(std::size_t n) const {
    refuse(n, "an address: index the array instead, so that the access is recorded");
  }

  void check_cast(std::size_t n) const {
    const Token& left = token(n - 1);
    const Token& right = token(n + 1);
    if (!token(n).is("float")) refuse(n, fmt::format("'{}' here is no declaration", token(n).text));
    const bool cast = (left.is("(") && right.is(")")) || (left.is("<") && right.is(">")) || right.is("(");
    if (!cast) refuse(n, left.is("(") ? "a cast of pointers: declare the parameter with the type it is used as"
                                      : "'float' here is neither a declaration nor a cast");
  }

  // Whether this is a call that may leave events.
  [[nodiscard]] bool call(std::size_t n) const {
    const std::string_view name = token(n).text;
    const auto helper = helpers_.find(name);
    if (helper != helpers_.end()) return helper->second.records;
    if (token(n + 1).is("<")) return false;  // a comparison; if it were a call, a compiler would not know the name
    if (contains(known_functions, name) || contains(integer_words, name) || name == "float" || contains(control_words, name) ||
        macros_.contains(name))
      return false;
    if (name == "static_cast" || name == "static_assert") return false;
    refuse(n, fmt::format("a call of '{}', which TileScope does not know", name));
  }

  void check_word(std::size_t n) {
    const Token& t = token(n);
    if (t.kind != Token::Kind::word) return;
    const auto refused = std::find_if(refused_words.begin(), refused_words.end(), [&](const Refusal& r) { return r.word == t.text; });
    if (refused != refused_words.end()) refuse(n, std::string(refused->reason));
    static constexpr Words<9> cuda_words{"__shared__",   "__restrict__", "__restrict", "__syncthreads", "__fmaf_rn",
                                         "__device__", "__host__",    "__forceinline__", "__global__"};
    if (t.text.starts_with("__") && !contains(cuda_words, t.text)) refuse(n, fmt::format("'{}', which TileScope does not know", t.text));
    if (t.is("TILE")) uses_tile_ = uses_tile_ || !macros_.contains("TILE");
  }

  // Directives

  void directive(std::size_t n) {
    const Token& whole = token(n);
    std::string text(whole.text.substr(1));
    for (std::size_t at = 0; (at = text.find("\\\n", at)) != std::string::npos;) text.replace(at, 2, " ");
    const std::vector<Token> words = tokenize(text);
    const std::string_view kind = words.front().text;
    if (kind == "pragma" || words.front().kind == Token::Kind::end) return;
    if (kind != "define") refuse(n, fmt::format("#{}: a kernel's file stands alone and reads the same everywhere", kind));
    const std::string name(words[1].text);
    if (words[1].kind != Token::Kind::word) refuse(n, "#define without a name");
    for (std::size_t m = 2; m < words.size(); ++m) {
      const std::string_view word = words[m].text;
      const auto helper = helpers_.find(word);
      const bool declares = contains(float_words, word) || word == "__shared__" || word == "__device__" || word == "#";
      const bool loops = word == "for" || word == "while" || word == "do";
      if (declares || loops || (helper != helpers_.end() && helper->second.records) ||
          std::any_of(refused_words.begin(), refused_words.end(), [&](const Refusal& r) { return r.word == word; }))
        refuse(n, fmt::format("a macro with '{}' in it: write it out where it is used", word));
      if (word == "TILE") uses_tile_ = true;
    }
    macro_names_.push_back(name);
    macros_.insert(macro_names_.back());
  }

  // The result

  [[nodiscard]] std::string whole_text() const {
    std::string table;
    for (const DeclaredArray& array : arrays_) {
      std::string sides;
      if (!array.sides.empty()) sides = fmt::format(", {{{}}}", joined(array.sides));
      table += fmt::format("      {{\"{}\", ::tilescope::Space::{}, {}{}}},\n", array.name, array.space, array.writable, sides);
    }
    if (arrays_.empty()) throw SourceError(1, "the kernel has no arrays");
    std::string undefine;
    for (const std::string& name : macro_names_) undefine += fmt::format("#undef {}\n", name);
    const std::string call = fmt::format("program.{}{}({})", kernel_is_template_ ? "template " : "",
                                         kernel_is_template_ ? fmt::format("{}<TILESCOPE_TILE>", kernel_) : kernel_, call_);
    // The lines of what follows the text are nobody's.
    return fmt::format(R"text(// Made by tilescope-instrument from {file}. Changes belong there.
namespace TILESCOPE_RECORDED {{
{tile}
struct Program : ::tilescope::traced::Scope {{
  using Scope::Scope;
#line 1 "{file}"
{text}
#line 1 "{file} (recorded)"
  static constexpr ::tilescope::DeclaredArray tilescope_arrays[] = {{
{table}  }};
}};
{undefine}
TILESCOPE_HERE void run(::tilescope::traced::Thread& thread, const ::tilescope::traced::Arguments& arguments) {{
  Program program(thread, arguments);
  {call};
}}
TILESCOPE_ENTRIES("{kernel}", {tile_width}, {literal})
}}  // namespace TILESCOPE_RECORDED
)text",
                       fmt::arg("file", file_), fmt::arg("tile", tile_declaration()), fmt::arg("text", rewriter_.text()),
                       fmt::arg("table", table), fmt::arg("undefine", undefine), fmt::arg("call", call),
                       fmt::arg("kernel", kernel_), fmt::arg("tile_width", uses_tile_ ? "TILESCOPE_TILE" : "0"),
                       fmt::arg("literal", literal()));
  }

  [[nodiscard]] std::string tile_declaration() const {
    return uses_tile_ && !macros_.contains("TILE") ? "constexpr int TILE = TILESCOPE_TILE;" : "";
  }

  [[nodiscard]] std::string literal() const {
    std::string out = "\"";
    for (const char c : source_) {
      if (c == '\n') {
        out += "\\n";
      } else if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f) {
        out += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
      } else {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
      }
    }
    return out + "\"";
  }

  std::string_view source_;
  std::string file_;
  std::vector<Token> tokens_;
  Rewriter rewriter_;
  std::size_t at_ = 0;

  std::map<std::string_view, Helper> helpers_;
  std::set<std::string_view> globals_;
  std::set<std::string_view> names_;  // of arrays, pointers and floats
  std::set<std::string, std::less<>> macros_;
  std::vector<std::string> macro_names_;
  std::vector<DeclaredArray> arrays_;
  std::string template_parameter_;
  std::string kernel_;
  std::string call_;
  bool kernel_is_template_ = false;
  bool uses_tile_ = false;
};

}  // namespace

Instrumented instrument(std::string_view source, std::string_view file) { return Instrumenter(source, file).run(); }

}  // namespace tilescope::source
