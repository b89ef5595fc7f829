// Declarations of floats, pointers and shared memory become those of traced ones, each under a number of its own.
#pragma once

#include "instrumentation/source/expressions.h"

namespace tilescope::source {

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

class Declarations : public Expressions {
 protected:
  using Expressions::Expressions;
  ~Declarations() = default;

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
      else if (is("alignas") && shared && token(at_ + 1).is("("))
        at_ = behind_bracket(at_ + 1) - 1;  // where an array begins changes none of its accesses
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
    const bool split = std::any_of(declarators.begin(), declarators.end(),
                                   [&](const Declarator& d) { return as.shared || d.pointer || !d.sides.empty(); });
    if (split && declarators.size() > 1 && !as.in_block)
      refuse(first, "arrays, pointers and floats declared at once: one at a time");
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
    if (in_template_helper_) refuse(d.name, "shared memory in a template helper: declare it in the kernel");
    if (d.pointer) refuse(d.name, "a shared pointer");
    if (d.sides.empty()) refuse(d.name, "a single shared float: write an array of one");
    if (d.sides_end != d.end) refuse(d.name, "shared memory with values: a kernel stores them itself");
    const bool open = contains(d.sides, "");
    if (dynamic != open)
      refuse(d.name,
             dynamic ? "extern shared memory with a size" : "shared memory without a size: write extern, or the size");
    const std::size_t number = add_array(d.name, "shared");
    if (dynamic) {
      if (has_dynamic_) refuse(d.name, "a second extern shared array: it is the same memory; point into the first");
      has_dynamic_ = true;
      if (d.sides.size() != 1) refuse(d.name, "extern shared memory of several dimensions: write one");
      rewriter_.replace(d.name,
                        fmt::format("auto {} = {}dynamic_shared_array(tilescope_thread, {})", name, traced, number));
      return;
    }
    std::string brackets;
    std::string zeros;
    for (const std::string& side : d.sides) {
      brackets += fmt::format("[{}]", side);
      zeros += "[0]";
    }
    rewriter_.replace(
        d.name,
        fmt::format("TILESCOPE_SHARED float tilescope_{0}{1}; auto {0} = {2}shared_array<{3}>(tilescope_thread, "
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
    own_arrays_.insert(token(d.name).text);
    if (contains(d.sides, "")) refuse(d.name, "an array without a size");
    if (type != "float") return vector_array(d, type);
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
    rewriter_.replace(d.name, fmt::format("{}LocalArray<{}> {}{{tilescope_thread, {}{}}}", traced, joined(d.sides),
                                          token(d.name).text, add_array(d.name, "local"), zero));
  }

  void vector_array(const Declarator& d, std::string_view type) {
    if (d.sides.size() > 1) refuse(d.name, fmt::format("an array of {} of several dimensions: write one", type));
    if (d.sides_end != d.end) refuse(d.name, fmt::format("an array of {} with values: assign them", type));
    rewriter_.replace(
        d.name, fmt::format("{}VectorLocalArray<{}, {}> {}{{tilescope_thread, {}}}", traced, type == "float2" ? 2 : 4,
                            d.sides.front(), token(d.name).text, add_array(d.name, "local")));
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

  std::size_t add_array(std::size_t name, std::string_view space, bool writable = false,
                        std::vector<std::string> sides = {}) {
    if (arrays_.size() >= most_arrays) refuse(name, fmt::format("more than {} arrays and floats", most_arrays));
    arrays_.push_back({std::string(token(name).text), space, writable, std::move(sides)});
    return arrays_.size() - 1;
  }

  std::vector<DeclaredArray> arrays_;
  bool has_dynamic_ = false;
  bool in_template_helper_ = false;
};

}  // namespace tilescope::source
