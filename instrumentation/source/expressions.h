// Expressions stay as they are: they are only looked through for what cannot be recorded.
#pragma once

#include <map>
#include <set>

#include "instrumentation/source/reader.h"

namespace tilescope::source {

class Expressions : public Reader {
 protected:
  using Reader::Reader;
  ~Expressions() = default;

  // Helpers may call each other in any order, so who records is known before anything is rewritten.
  void find_helpers() {
    std::map<std::string_view, std::set<std::string_view>> words_of;
    std::set<std::string> macro_words;
    for (std::size_t n = 0; n < tokens_.size(); ++n) {
      if (token(n).kind == Token::Kind::word &&
          (token(n).text.starts_with("tilescope_") || token(n).text.starts_with("TILESCOPE_")))
        refuse(n, fmt::format("{}: names that begin with tilescope_ are TileScope's own", token(n).text));
      if (token(n).kind == Token::Kind::directive) {
        for (const std::string& word : words_in(token(n))) macro_words.insert(word);
        continue;
      }
      if (!token(n).is("__device__") || token(n + 1).is("__device__")) continue;
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
    // What a macro hides, any helper that uses a macro may do.
    const bool hidden = macro_words.contains("__syncthreads") ||
                        std::any_of(globals_.begin(), globals_.end(),
                                    [&](std::string_view name) { return macro_words.contains(std::string(name)); });
    for (auto& [name, helper] : helpers_) helper.records = hidden;
    for (bool changed = true; changed;) {
      changed = false;
      for (auto& [name, helper] : helpers_) {
        const auto& words = words_of[name];
        const bool records = std::any_of(words.begin(), words.end(), [&](std::string_view word) {
          const auto called = helpers_.find(word);
          return contains(float_words, word) || word == "__syncthreads" || globals_.contains(word) ||
                 (called != helpers_.end() && called->second.records);
        });
        changed = changed || (records && !helper.records);
        helper.records = helper.records || records;
      }
    }
  }

  void expression(std::size_t first, std::size_t end) {
    std::vector<std::size_t> recording_calls;
    for (std::size_t n = first; n < end; ++n) {
      const Token& t = token(n);
      if (t.kind == Token::Kind::directive) refuse(n, "a directive inside a statement");
      if (t.is("::")) refuse(n, "a qualified name: TileScope knows CUDA's own functions");
      if (t.is("[") && token(n - 1).kind != Token::Kind::word && !token(n - 1).is("]") && !token(n - 1).is(")"))
        refuse(n, "a lambda: write a __device__ helper");
      if (t.is("&") && unary(n)) address(n);
      if (t.is("*") && unary(n) && names_.contains(token(n + 1).text))
        refuse(n, "*pointer: write pointer[0], which is recorded");
      if (is_float_number(t) || float_constants_.contains(t.text)) {
        // What a compiler would multiply and add on its own, it does as the recorded floats do.
        rewriter_.replace(n, fmt::format("{}Operand(tilescope_thread, {})", traced, t.text));
      }
      if (t.kind != Token::Kind::word) continue;
      check_word(n);
      if (t.is("for") || t.is("while") || t.is("do") || t.is("if") || t.is("switch"))
        refuse(n, fmt::format("'{}' inside an expression", t.text));
      if (contains(float_words, t.text)) cast(n);
      if (t.is("sizeof")) size_of(n);
      if (t.is("__syncthreads") && !(token(n + 1).is("(") && token(n + 2).is(")")))
        refuse(n, "__syncthreads is followed by ()");
      const auto helper = helpers_.find(t.text);
      if (helper != helpers_.end() && helper->second.records && !token(n + 1).is("(") && !token(n + 1).is("<"))
        refuse(n, fmt::format("'{}' without its arguments: call it where it is named", t.text));
      if ((token(n + 1).is("(") || token(n + 1).is("<")) && call(n)) recording_calls.push_back(n);
    }
    if (recording_calls.size() > 1)
      refuse(first,
             "two calls of recording helpers in one statement: compilers choose their order; write two statements");
    if (recording_calls.size() == 1) alone(first, end, recording_calls.front());
  }

  // A helper runs before the accesses beside it are recorded, and it may write what they read.
  void alone(std::size_t first, std::size_t end, std::size_t call_at) const {
    std::size_t open = call_at;
    while (open < end && !token(open).is("(")) ++open;
    const std::size_t close = behind_bracket(open);
    std::size_t assignment = first;
    int depth = 0;
    for (std::size_t n = first; n < end; ++n) {
      const Token& t = token(n);
      if (t.is("(") || t.is("[") || t.is("{")) ++depth;
      if (t.is(")") || t.is("]") || t.is("}")) --depth;
      if (depth == 0 && (t.is("=") || t.is("+=") || t.is("-=") || t.is("/="))) assignment = n;
    }
    for (std::size_t n = first; n < end; ++n) {
      const bool beside = n < call_at || n >= close;
      const bool assigned = n < assignment && call_at > assignment;
      if (beside && !assigned && token(n).is("[") && names_.contains(token(n - 1).text))
        refuse(n, "an array beside a call of a recording helper: give the helper a statement of its own");
    }
  }

  [[nodiscard]] static bool is_float_number(const Token& t) {
    if (t.kind != Token::Kind::number || t.text.starts_with("0x") || t.text.starts_with("0X")) return false;
    return t.text.find_first_of("fF") != std::string_view::npos;
  }

  void size_of(std::size_t n) const {
    const Token& what = token(n + 2);
    if (!token(n + 1).is("(") ||
        !(contains(integer_words, what.text) || contains(float_words, what.text) || what.kind == Token::Kind::text))
      refuse(n, "sizeof of a variable: its recorded form has another size; write the sides");
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

  // A cast to float makes a traced float, so that arithmetic on it is recorded arithmetic.
  void cast(std::size_t n) {
    const Token& left = token(n - 1);
    const Token& right = token(n + 1);
    if (left.is("(") && token(n - 2).is("sizeof")) return;
    if (!token(n).is("float")) refuse(n, fmt::format("'{}' here is no declaration", token(n).text));
    const bool casts = (left.is("(") && right.is(")") && token(n - 2).kind != Token::Kind::word) ||
                       (left.is("<") && token(n - 2).is("static_cast") && right.is(">")) || right.is("(");
    if (!casts)
      refuse(n, left.is("(") && right.is("*") ? "a cast of pointers: declare the parameter with the type it is used as"
                                              : "'float' here is neither a declaration nor a cast");
    rewriter_.replace(n, fmt::format("{}Operand", traced));
  }

  // Whether this is a call that may leave events.
  [[nodiscard]] bool call(std::size_t n) const {
    const std::string_view name = token(n).text;
    const auto helper = helpers_.find(name);
    if (helper != helpers_.end()) return helper->second.records;
    if (token(n + 1).is("<")) return false;  // a comparison; if it were a call, a compiler would not know the name
    if (contains(known_functions, name) || contains(integer_words, name) || name == "float" ||
        contains(control_words, name) || macros_.contains(name))
      return false;
    if (name == "static_cast" || name == "static_assert") return false;
    refuse(n, fmt::format("a call of '{}', which TileScope does not know", name));
  }

  void check_word(std::size_t n) {
    const Token& t = token(n);
    if (t.kind != Token::Kind::word) return;
    const auto refused =
        std::find_if(refused_words.begin(), refused_words.end(), [&](const Refusal& r) { return r.word == t.text; });
    if (refused != refused_words.end()) refuse(n, std::string(refused->reason));
    static constexpr Words<9> cuda_words{"__shared__", "__restrict__", "__restrict",      "__syncthreads", "__fmaf_rn",
                                         "__device__", "__host__",     "__forceinline__", "__global__"};
    if (t.text.starts_with("__") && !contains(cuda_words, t.text))
      refuse(n, fmt::format("'{}', which TileScope does not know", t.text));
    if (t.is("TILE")) uses_tile_ = true;
  }

  void skip_directives() {
    while (here().kind == Token::Kind::directive) {
      directive(at_);
      ++at_;
    }
  }

  // A directive's text behind the #, in one line.
  [[nodiscard]] static std::string unfolded(const Token& directive) {
    std::string text(directive.text.substr(1));
    std::erase(text, '\r');
    for (std::size_t at = 0; (at = text.find("\\\n", at)) != std::string::npos;) text.replace(at, 2, " ");
    return text;
  }
  [[nodiscard]] static std::vector<std::string> words_in(const Token& directive) {
    const std::string text = unfolded(directive);
    std::vector<std::string> words;
    for (const Token& t : tokenize(text))
      if (t.kind == Token::Kind::word) words.emplace_back(t.text);
    return words;
  }

  void directive(std::size_t n) {
    const Token& whole = token(n);
    const std::string text = unfolded(whole);
    const std::vector<Token> words = tokenize(text);
    const std::string_view kind = words.front().text;
    if (kind == "pragma" || words.front().kind == Token::Kind::end) return;
    if (kind != "define")
      refuse(n, fmt::format("#{}: a kernel's file stands alone and reads the same everywhere", kind));
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
    if (name == "TILE") refuse(n, "TILE is the build's to define: leave it out, or give the constant another name");
    macro_names_.push_back(name);
    macros_.insert(macro_names_.back());
  }

  struct Helper {
    bool records = false;  // it may leave events
  };
  std::map<std::string_view, Helper> helpers_;
  std::set<std::string_view> globals_;
  std::set<std::string_view> names_;            // of arrays, pointers and floats
  std::set<std::string_view> own_arrays_;       // those of a thread's own among them
  std::set<std::string_view> float_constants_;  // of the file
  std::set<std::string, std::less<>> macros_;
  std::vector<std::string> macro_names_;
  bool uses_tile_ = false;
};

}  // namespace tilescope::source
