// What the parts of the parser share: the tokens ahead, the names known so far, and the functions that report mistakes.
#pragma once

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "instrumentation/language/parser/known_names.h"
#include "instrumentation/language/parser/syntax.h"
#include "instrumentation/language/tokens/arena.h"
#include "instrumentation/language/tokens/diagnostic.h"

namespace tilescope::language {

using TokenIndex = std::uint32_t;

// Thrown out of an item that is nested too deep, which is reported, or has too many mistakes.
struct TooDeep {};

// What an item or member shows before it is parsed.
struct Outline {
  TokenIndex end = 0;         // after its last token
  TokenIndex name = 0;        // of what it declares; 0 if unknown
  TokenIndex body = 0;        // the { of a function; 0 for none
  TokenIndex parameters = 0;  // the ( of a function; 0 for none
  bool is_function = false;
  bool is_template = false;
  bool is_constexpr = false;
  bool for_device = false;    // has __global__, __device__, __constant__ ...
  bool is_type = false;       // struct, enum, using, typedef
  bool is_defaulted = false;  // = default, = delete
};

class Parser {
 public:
  // `source` may be null: then no message names a line.
  Parser(const Source* source, std::span<Token> tokens, Arena& arena, Diagnostics& diagnostics);

  syntax::File file(std::deque<Diagnostics>& put_aside);
  const syntax::Expression* lone_value();
  std::vector<const syntax::Declaration*> lone_declaration(bool of_file);
  void know(std::string_view known_name, NameKind kind) { names_.declare(known_name, kind); }

 private:
  class Deeper;   // counts the nesting depth
  class Limited;  // parses up to some token only
  class Aside;    // reports elsewhere
  class Bracket;  // inside brackets
  enum class Where : std::uint8_t { file, member, block, condition, parameter, type };
  struct Declarator {
    const syntax::Name* name = nullptr;
    Place name_place;
    std::vector<syntax::DeclaratorStep> steps;
  };
  struct Operator {
    Mark mark = Mark::none;
    int precedence = 0;
    TokenIndex tokens = 0;
  };
  struct FileState;

  // parser.cpp: tokens
  [[nodiscard]] const Token& token(TokenIndex i) const { return i < limit_ ? tokens_[order_[i]] : stop_; }
  [[nodiscard]] const Token& now() const { return token(at_); }
  [[nodiscard]] const Token& ahead(TokenIndex n = 1) const { return token(at_ + n); }
  [[nodiscard]] const Token& before() const { return tokens_[order_[at_ == 0 ? 0 : at_ - 1]]; }
  [[nodiscard]] bool is(Mark mark) const { return now().is(mark); }
  [[nodiscard]] bool is(Keyword keyword) const { return now().is(keyword); }
  [[nodiscard]] bool at_end() const { return at_ >= limit_; }
  void skip() { at_ += at_ < limit_ ? 1 : 0; }
  bool take(Mark mark);
  bool take(Keyword keyword);
  void limit_to(TokenIndex limit);
  void match_brackets();
  void use_common_spellings();
  // The index after the bracket that closes the one at i; i + 1 if none does.
  [[nodiscard]] TokenIndex after_group(TokenIndex i) const;
  [[nodiscard]] bool closes_nothing(TokenIndex i) const;
  [[nodiscard]] Place from(TokenIndex first) const;
  [[nodiscard]] Place behind() const;  // the column after the last token read
  [[nodiscard]] unsigned column(TokenIndex i) const;
  [[nodiscard]] static Sentence quoted(const Token& token);

  // parser.cpp: errors. Only the first in a statement, head, member or item is reported.
  void error(Place place, Mistake mistake, Sentence sentence, Mend mend = {});
  void error_once(const Token& name, Mistake mistake, const Sentence& sentence);
  void missing(Mark mark);
  void missing_close(Mark mark, TokenIndex open);
  void fresh() { told_ = false; }
  void close(Mark mark, TokenIndex open);
  void semicolon();
  void skip_extra_closers();
  void skip_statement();
  [[nodiscard]] bool begins_statement(TokenIndex i) const;
  [[nodiscard]] bool extra_closer_ahead(Mark mark) const;

  // parse_ahead.cpp: what the next tokens are likely to be
  [[nodiscard]] TokenIndex after_arguments(TokenIndex i, bool known, bool* has_type);
  [[nodiscard]] bool has_arguments(TokenIndex name, bool member);
  [[nodiscard]] TokenIndex after_name(TokenIndex i, NameKind* kind);
  [[nodiscard]] TokenIndex after_type(TokenIndex i);
  [[nodiscard]] TokenIndex after_type_steps(TokenIndex i) const;
  [[nodiscard]] bool is_cast();
  [[nodiscard]] bool is_type_argument();
  [[nodiscard]] bool starts_declaration();
  [[nodiscard]] bool declares_in_parens(TokenIndex open);
  [[nodiscard]] bool unknown_name_declares(TokenIndex after);
  [[nodiscard]] bool is_parameter_list(TokenIndex open);
  [[nodiscard]] bool starts_operand(const Token& token) const;

  // parse_expression.cpp
  const syntax::Expression* expression();
  const syntax::Expression* assignment();
  const syntax::Expression* conditional();
  const syntax::Expression* binary(int least);
  const syntax::Expression* unary();
  const syntax::Expression* prefix();
  const syntax::Expression* postfix();
  const syntax::Expression* after_operand(const syntax::Expression* operand, TokenIndex first, bool& more);
  const syntax::Expression* primary();
  const syntax::Expression* keyword_operand();
  const syntax::Expression* in_parens();
  const syntax::Expression* cast();
  const syntax::Expression* word_cast();
  const syntax::Expression* size_of();
  const syntax::Expression* construct();
  const syntax::Expression* name_operand();
  const syntax::Expression* strings();
  const syntax::Expression* braces();
  const syntax::Expression* member(const syntax::Expression* of, TokenIndex first);
  const syntax::Expression* subscript(const syntax::Expression* of, TokenIndex first);
  const syntax::Expression* call(const syntax::Expression* function, TokenIndex first);
  const syntax::Expression* launch(const syntax::Expression* kernel, TokenIndex first);
  const syntax::Expression* without_operator(TokenIndex first);
  bool ends_before_operator(const syntax::Expression& left);
  [[nodiscard]] bool operand_follows() const;
  [[nodiscard]] bool colon_ahead() const;
  bool takes_name_that_is_none();
  [[nodiscard]] bool is_used_as_type(std::string_view name) const;
  bool comma_ends_declarations(Where where);
  bool ends_in_operator();
  [[nodiscard]] bool binary_and_ellipsis() const;
  const syntax::Expression* outside(std::string_view what, TokenIndex first);
  const syntax::Expression* outside_operand(Keyword word);
  const syntax::Expression* lambda();
  const syntax::Expression* broken();
  const syntax::Expression* missing_operand();
  std::vector<const syntax::Expression*> values(Mark close);
  const syntax::Expression* initializer_value();
  [[nodiscard]] Operator binary_operator() const;
  [[nodiscard]] Operator assignment_operator() const;
  syntax::Expression& make(syntax::ExpressionKind kind, TokenIndex first);
  const syntax::Expression* done(syntax::Expression& e, TokenIndex first);
  const syntax::Expression* leaf(syntax::ExpressionKind kind);

  // parse_type.cpp
  const syntax::Name* name(bool is_member = false, bool in_declarator = false);
  const syntax::Name* single_name();
  bool name_part(syntax::NamePart& part, bool may_destroy);
  std::string_view operator_name();
  std::span<const syntax::TemplateArgument> template_arguments();
  syntax::TemplateArgument template_argument();
  const syntax::TypeName* type_name();
  const syntax::TypeName* plain_type_name();
  const syntax::Specifiers* specifiers(Where where);
  [[nodiscard]] bool misses_struct() const;
  bool specifier(syntax::Specifiers& s, Where where);
  [[nodiscard]] bool begins_next_statement(const syntax::Specifiers& s, Where where) const;
  bool type_word(syntax::Specifiers& s, Keyword word);
  bool mark_specifier(syntax::Specifiers& s, Keyword word);
  bool bracketed_specifier(syntax::Specifiers& s, Keyword word);
  bool keyword_type(syntax::Specifiers& s, Keyword word);
  bool named_type(syntax::Specifiers& s, Where where);
  [[nodiscard]] bool names_constructor(TokenIndex end, Where where) const;
  void type_of(syntax::Specifiers& s);
  void aligned(syntax::Specifiers& s);
  bool attributes(syntax::Specifiers* s);
  void declarator(Declarator& d, Where where);
  void declarator_core(Declarator& d, Where where);
  void declarator_suffixes(Declarator& d, Where where);
  [[nodiscard]] bool is_inner_declarator() const;
  [[nodiscard]] bool is_function_step(const Declarator& d, Where where);
  [[nodiscard]] bool misses_function_paren(const Declarator& d, Where where);
  std::vector<syntax::DeclaratorStep> pointers();
  syntax::DeclaratorStep array_step();
  syntax::DeclaratorStep function_step();
  std::vector<const syntax::Declaration*> parameters(syntax::DeclaratorStep& step);
  void after_parameters(syntax::DeclaratorStep& step);
  const syntax::Declaration* parameter();

  // parse_declaration.cpp
  std::vector<const syntax::Declaration*> declarations(Where where);
  std::vector<const syntax::Declaration*> plain_declarations(Where where);
  [[nodiscard]] bool misses_template(Where where) const;
  [[nodiscard]] bool declares_more() const;
  const syntax::Declaration* lone_type(const syntax::Specifiers& s, TokenIndex first, const syntax::Declaration* head);
  syntax::Declaration& make_declaration(const syntax::Declaration* head);
  const syntax::Declaration* declared(const syntax::Specifiers* s, Where where, TokenIndex first,
                                      const syntax::Declaration* head, bool& ended);
  [[nodiscard]] bool misses_typedef(const syntax::Specifiers& s, const syntax::Declaration& d);
  void missing_type(const syntax::Specifiers& s);
  void declare(const syntax::Declaration& d);
  void initializer(syntax::Declaration& d, Where where);
  [[nodiscard]] bool misses_equals() const;
  bool function_rest(syntax::Declaration& d, Where where);
  void member_initializers(syntax::Declaration& d);
  void body(syntax::Declaration& d);
  [[nodiscard]] bool is_special_member(Where where);
  void special_member(syntax::Declaration& d);
  const syntax::Declaration* template_declaration(Where where);
  [[nodiscard]] bool misses_less() const;
  const syntax::Declaration* instantiation(TokenIndex first, Where where);
  void skip_requirement();
  std::vector<syntax::TemplateParameter> template_parameters();
  [[nodiscard]] bool starts_template_parameter() const;
  syntax::TemplateParameter template_parameter();
  [[nodiscard]] std::string_view unknown_type_ahead();
  void value_parameter(syntax::TemplateParameter& p, TokenIndex first);
  [[nodiscard]] bool misses_using();
  const syntax::Declaration* using_declaration();
  const syntax::Declaration* static_assertion();
  void skip_attributes();

  // parse_structure.cpp
  void structure(syntax::Specifiers& s);
  std::span<const syntax::Declaration* const> members(std::string_view of);
  void member_of(std::vector<const syntax::Declaration*>& all);
  const syntax::Declaration* host_member(const Outline& seen);
  const syntax::Declaration* host_friend(TokenIndex first);
  [[nodiscard]] bool misses_enum() const;
  void enumeration(syntax::Specifiers& s);
  std::span<const syntax::Enumerator> enumerators(bool scoped);

  // parse_statement.cpp
  const syntax::Statement* statement();
  const syntax::Statement* keyword_statement(Keyword word);
  const syntax::Statement* outside_statement(std::string_view what, TokenIndex first);
  const syntax::Statement* goto_statement();
  const syntax::Statement* skipped_statement(std::string_view what);
  const syntax::Statement* try_statement();
  const syntax::Statement* block();
  std::span<const syntax::Statement* const> statements();
  const syntax::Statement* body_statement(syntax::Statement& of);
  template <class Read>
  void head(Read read);  // the ( ) after if, for, while and switch
  void after_head(TokenIndex open);
  void take_rest_of_head();
  [[nodiscard]] bool closer_before_body() const;
  void condition(syntax::Statement& s);
  const syntax::Statement* if_statement();
  const syntax::Statement* while_statement();
  const syntax::Statement* do_statement();
  const syntax::Statement* switch_statement();
  const syntax::Statement* case_statement();
  void after_case(syntax::Statement& s);
  const syntax::Statement* simple_statement(syntax::StatementKind kind);
  const syntax::Statement* return_statement();
  const syntax::Statement* lonely_else();
  const syntax::Statement* declaration_statement();
  const syntax::Statement* expression_statement();
  [[nodiscard]] bool is_declared_of_value() const;
  const syntax::Statement* declaration_of_value();
  [[nodiscard]] bool is_headless();
  const syntax::Statement* headless_statement();
  syntax::Statement& make(syntax::StatementKind kind);
  const syntax::Statement* done(syntax::Statement& s, TokenIndex first);

  // parse_for.cpp
  const syntax::Statement* for_statement();
  [[nodiscard]] bool is_for_each(TokenIndex open) const;
  void for_each(syntax::Statement& s);
  void for_parts(syntax::Statement& s, TokenIndex open);
  const syntax::Statement* for_init();
  void use_semicolons(TokenIndex open);
  [[nodiscard]] bool comma_after_semicolon(TokenIndex open, TokenIndex comma) const;
  [[nodiscard]] unsigned semicolons_in(TokenIndex open) const;

  // spelling.cpp: misspelled keywords
  void correct(TokenIndex i, std::string_view word, const std::string& what);
  void spell_statement();
  bool spell_specifier();
  void spell_head();
  bool spell_other_language();

  // parse_file.cpp
  void leave(FileState& state);
  bool enter(FileState& state);
  void namespace_alias(FileState& state, const std::vector<std::string_view>& names, TokenIndex first);
  [[nodiscard]] bool misses_namespace() const;
  void item(FileState& state);
  void recover();
  void read(FileState& state, syntax::Item& item, TokenIndex first);
  void read_aside(FileState& state, syntax::Item& item, const Outline& seen);
  void pass_over(syntax::Item& item, const Outline& seen);
  void add(FileState& state, syntax::Item item, TokenIndex first, const syntax::Declaration* d);

  // parse_outline.cpp
  class Outliner;
  [[nodiscard]] Outline outline(TokenIndex i);

  // parse_launches.cpp
  void find_launches(syntax::File& file);
  [[nodiscard]] std::optional<std::uint32_t> host_function(const syntax::File& file, TokenIndex i) const;
  [[nodiscard]] TokenIndex launched_name(TokenIndex open) const;
  [[nodiscard]] bool is_launcher(TokenIndex i) const;
  bool read_launch(syntax::Launch& launch, TokenIndex open);
  bool read_called_launch(syntax::Launch& launch, TokenIndex first);
  bool read_allocation(syntax::Allocation& allocation, TokenIndex first);
  std::vector<const syntax::Expression*> read_quietly(TokenIndex first, TokenIndex last);
  [[nodiscard]] TokenIndex after_value(TokenIndex i);
  const syntax::Expression* read_value(TokenIndex begin, TokenIndex end);

  const Source* source_;
  std::span<Token> tokens_;
  std::vector<TokenIndex> order_;     // the tokens that are not pragmas
  std::vector<TokenIndex> partners_;  // each bracket's other one; 0 if it has none
  Token stop_;                        // the token at the limit
  TokenIndex at_ = 0;
  TokenIndex limit_ = 0;
  Arena& arena_;
  Diagnostics* diagnostics_;
  Diagnostics* file_diagnostics_;             // for mistakes reported even if the code is not used
  std::vector<std::string_view> told_names_;  // reported once for all their uses
  KnownNames names_;
  const syntax::Declaration* head_ = nullptr;  // template <...> before the next declaration
  std::string_view structure_;                 // whose members are being read
  unsigned depth_ = 0;
  unsigned switches_ = 0;
  unsigned bodies_ = 0;
  bool in_structure_ = false;     // but not in a function of it
  unsigned mistakes_ = 0;         // reported or not
  unsigned mistakes_before_ = 0;  // in items before this one
  bool told_ = false;
  bool no_greater_ = false;       // a '>' ends the expression
  bool in_brackets_ = false;      // a line end does not end anything
  bool wants_colon_ = false;      // inside ? :, case or for: a second operand is not an error
  bool unclosed_ = false;         // one of the enclosing brackets is never closed
  std::size_t looked_ahead_ = 0;  // tokens, in search of a missing typedef
  TokenIndex statement_ = 0;      // where the current statement begins
};

// Counts the nesting depth.
class Parser::Deeper {
 public:
  explicit Deeper(Parser& parser);
  ~Deeper() { --parser_.depth_; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;

 private:
  Parser& parser_;
};

// Parses up to some token only.
class Parser::Limited {
 public:
  Limited(Parser& parser, TokenIndex limit) : parser_(parser), limit_(parser.limit_), stop_(parser.stop_) {
    parser.limit_to(std::min(limit, limit_));
  }
  ~Limited() {
    parser_.limit_ = limit_;
    parser_.stop_ = stop_;
  }
  Limited(const Limited&) = delete;
  Limited& operator=(const Limited&) = delete;

 private:
  Parser& parser_;
  TokenIndex limit_;
  Token stop_;
};

// Reports elsewhere.
class Parser::Aside {
 public:
  Aside(Parser& parser, Diagnostics& to) : parser_(parser), before_(std::exchange(parser.diagnostics_, &to)) {}
  ~Aside() { parser_.diagnostics_ = before_; }
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;

 private:
  Parser& parser_;
  Diagnostics* before_;
};

// Parses between the bracket at `open` and the one that closes it.
class Parser::Bracket {
 public:
  Bracket(Parser& parser, TokenIndex open);
  ~Bracket() {
    parser_.no_greater_ = no_greater_;
    parser_.in_brackets_ = in_brackets_;
    parser_.wants_colon_ = wants_colon_;
    parser_.unclosed_ = unclosed_;
  }
  Bracket(const Bracket&) = delete;
  Bracket& operator=(const Bracket&) = delete;

 private:
  Parser& parser_;
  bool no_greater_, in_brackets_, wants_colon_, unclosed_;
};

template <class Read>
void Parser::head(Read read) {
  const TokenIndex open = at_;
  if (!is(Mark::open_paren)) {
    if (extra_closer_ahead(Mark::close_paren) || is(Mark::open_brace) || at_end())
      missing(Mark::open_paren);
    else
      error(behind(), Mistake::missing_brackets,
            (before().is(Keyword::for_) ? "the head of " : "the condition of ") + quoted(before()) + " needs ( )",
            "write ( ) around it");
    read();
    if (!take(Mark::close_paren)) take_rest_of_head();
    return;
  }
  {
    const Bracket bracket(*this, open);
    skip();
    read();
    close(Mark::close_paren, open);
  }
  after_head(open);
}

// True for words that are a type or a part of one: int, unsigned, ...
[[nodiscard]] bool is_type_word(Keyword word);
// True for words other than type names that may stand before a declared name.
[[nodiscard]] bool is_specifier(Keyword word);
// True for words that only begin a statement.
[[nodiscard]] bool starts_statement(Keyword word);
[[nodiscard]] bool is_cast_word(Keyword word);

}  // namespace tilescope::language
