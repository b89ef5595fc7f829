// Expands macros: its input comes out with every use of a macro replaced.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/language/preprocessor/macro_table.h"

namespace tilescope::language {

// Thrown after an error that ends the reading of a source.
struct Stop {};

// The maximum nesting depth of macros, conditions and brackets.
constexpr std::size_t deepest = 200;

// Where tokens come from.
class Feed {
 public:
  Feed() = default;
  Feed(const Feed&) = delete;
  Feed& operator=(const Feed&) = delete;
  virtual ~Feed() = default;

  virtual bool next(Token& token) = 0;  // false at the end
  virtual bool bracket_follows() = 0;   // true if the next token is a '('
};

class ListFeed : public Feed {
 public:
  explicit ListFeed(std::span<const Token> tokens) : tokens_(tokens) {}

  bool next(Token& token) override {
    if (tokens_.empty()) return false;
    token = tokens_.front();
    tokens_ = tokens_.subspan(1);
    return true;
  }
  bool bracket_follows() override { return !tokens_.empty() && tokens_.front().is(Mark::open_paren); }

 private:
  std::span<const Token> tokens_;
};

class Expander {
 public:
  Expander(const Source& source, MacroTable& macros, Preprocessed& result, Arena& arena, Diagnostics& diagnostics)
      : source_(source), macros_(macros), result_(result), arena_(arena), diagnostics_(diagnostics) {}

  // Appends the expanded tokens. In the condition of an #if, `defined X` becomes 1 or 0.
  void expand(Feed& from, std::vector<Token>& to, bool in_condition = false);
  // The token for a #pragma with this text.
  [[nodiscard]] Token pragma(std::string_view typed, const Token& at);

 private:
  // Tokens that a macro expanded to and that are scanned again; the macro is not expanded in them.
  struct Layer {
    std::vector<Token> tokens;
    std::size_t at = 0;
    std::uint32_t macro = MacroTable::none;
  };
  struct Scan {
    Feed& feed;
    bool in_condition;
    std::vector<Layer> layers;
  };
  struct Argument {
    std::span<const Token> typed;
    std::vector<Token> replaced;
    bool is_replaced = false;
  };
  struct Use {
    Token name;
    std::uint32_t macro = 0;
    std::uint32_t expansion = 0;
    std::vector<Argument> arguments;
    bool has_rest = false;  // the last parameter has an argument, even if it is empty
  };

  bool next(Scan& scan, Token& token);
  bool bracket_follows(Scan& scan);
  void paint(Token& token);
  void push(Scan& scan, std::vector<Token> tokens, std::uint32_t macro);
  void pop(Scan& scan);
  void stop_where_too_deep(Place place);
  void count(std::size_t tokens, Place place);

  bool replace(Scan& scan, Token& token);
  bool answer_defined(Scan& scan, Token& token);
  bool take_pragma(Scan& scan, Token& token);
  [[nodiscard]] bool read_call(Scan& scan, const Token& name, std::vector<Token>& read);
  void leave_unfinished(Scan& scan, Token& name, std::vector<Token> read);
  void split(Use& use, std::span<const Token> inside);
  void check_count(const Use& use, std::size_t given);
  void replace_arguments(Scan& scan, Use& use);
  std::vector<Token> body(const Use& use);
  void append(const Use& use, const Part& part, std::vector<Token>& to);
  void paste(const Use& use, std::vector<Token>& tokens, std::size_t at);
  [[nodiscard]] std::string quoted(std::span<const Token> tokens) const;
  [[nodiscard]] Token made(const Use& use, TokenKind kind, std::string_view text) const;
  bool make_special(const Use& use, std::vector<Token>& tokens);

  const Source& source_;
  MacroTable& macros_;
  Preprocessed& result_;
  Arena& arena_;
  Diagnostics& diagnostics_;
  std::vector<bool> busy_;  // for each macro: it is being expanded
  std::size_t depth_ = 0;
  std::size_t count_ = 0;  // tokens that went into macros or came out of them
  unsigned counter_ = 0;   // __COUNTER__
};

}  // namespace tilescope::language
