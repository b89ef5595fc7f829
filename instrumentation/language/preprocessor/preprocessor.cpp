#include "instrumentation/language/preprocessor/preprocessor.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "instrumentation/language/preprocessor/condition.h"
#include "instrumentation/language/preprocessor/definition.h"
#include "instrumentation/language/preprocessor/expander.h"
#include "instrumentation/language/preprocessor/headers_known.h"
#include "instrumentation/language/preprocessor/macro_brackets.h"
#include "instrumentation/language/preprocessor/macro_table.h"
#include "instrumentation/language/tokens/files.h"
#include "instrumentation/language/tokens/lexer.h"
#include "instrumentation/nearest.h"

namespace tilescope::language {

namespace {

class Preprocessor : public Feed {
 public:
  Preprocessor(const Source& source, const Definitions& given, Arena& arena, Diagnostics& diagnostics)
      : source_(source),
        given_(given),
        arena_(arena),
        diagnostics_(diagnostics),
        files_(files_in(source.text())),
        macros_(result_, arena),
        brackets_(source, arena, diagnostics),
        expander_(source, macros_, result_, arena, diagnostics) {
    result_.expansions.emplace_back();
    open(files_.front());
  }

  void define(const Definitions& defined) {
    for (const auto& [name, value] : defined) {
      Macro macro;
      macro.name = arena_.text(name);
      macro.body = tokens_in(arena_.text(value), arena_);
      macros_.define(std::move(macro));
    }
  }

  Preprocessed run() {
    try {
      expander_.expand(*this, result_.tokens);
      tell_of_open_conditions();
    } catch (const Stop&) {
    } catch (const TooMuch& much) {
      diagnostics_.error(here_, Mistake::too_much, much.message, much.mend);
    }
    Token end;
    end.starts_line = true;
    end.place = {static_cast<std::uint32_t>(source_.text().size()), 0};
    result_.tokens.push_back(end);
    return std::move(result_);
  }

  bool next(Token& token) override {
    for (;;) {
      if (at_ == line_.size()) {
        if (!read_line()) return false;
      } else if (line_[at_].kind == TokenKind::directive) {
        run_directive();
      } else {
        token = line_[at_++];
        return true;
      }
    }
  }

  // Looks ahead without running a directive in between.
  bool bracket_follows() override {
    while (at_ == line_.size())
      if (!read_line()) return false;
    return line_[at_].is(Mark::open_paren);
  }

 private:
  // The tokens after a directive's name.
  using Words = std::span<const Token>;
  struct Directive {
    std::string_view name;
    void (Preprocessor::*run)(Words words);
  };
  // An #if, #ifdef or #ifndef that has no #endif yet.
  struct Condition {
    std::string_view name;
    Place place;
    std::size_t file = 0;     // the number of open files there
    bool is_reached = false;  // its own line is not skipped
    bool is_taken = false;    // one of its groups is or was read
    bool is_on = false;       // the current group is read
    bool has_else = false;
  };

  // Reads the next line. Of skipped lines, only the directives that may end the skipping are kept.
  bool read_line() {
    line_.clear();
    at_ = 0;
    while (!open_.back().lexer.next_line(line_, is_on()))
      if (!close_file()) return false;
    const bool on = is_on();
    if (!line_.empty()) here_ = line_.front().place;
    if (on) mend_hash();
    if (on) drop_what_means_nothing();
    if (!on && !is_conditional()) line_.clear();
    return true;
  }

  void open(const FileInText& file) {
    open_.push_back({&file, Lexer(source_.text().substr(0, file.end), arena_, diagnostics_, file.begin)});
  }
  // Returns to the including file; false if there is none.
  bool close_file() {
    if (open_.size() == 1) return false;
    for (; !conditions_.empty() && conditions_.back().file == open_.size(); conditions_.pop_back())
      tell_of_open_condition(conditions_.back());
    open_.pop_back();
    return true;
  }

  // Drops what was already reported. A # inside a line begins a comment in other languages.
  void drop_what_means_nothing() {
    static constexpr std::array<std::string_view, 3> of_prose{"error", "pragma", "warning"};
    if (line_.size() > 1 && line_[0].kind == TokenKind::directive &&
        std::find(of_prose.begin(), of_prose.end(), line_[1].text) != of_prose.end())
      return;
    std::erase_if(line_, [](const Token& t) { return t.kind == TokenKind::other; });
    if (line_.empty() || line_[0].kind == TokenKind::directive) return;
    const auto hash = std::find_if(line_.begin(), line_.end(), [](const Token& t) { return t.is(Mark::hash); });
    if (hash == line_.end()) return;
    diagnostics_.error(hash->place, Mistake::stray_hash, "a # is allowed only at the beginning of a line",
                       "write // before a comment");
    line_.erase(hash, line_.end());
  }

  // Adds the # to `define TILE 16`: nothing else begins like this.
  void mend_hash() {
    static constexpr std::array<std::string_view, 6> names{"define", "endif", "ifdef", "ifndef", "include", "undef"};
    if (line_.empty() || line_[0].kind != TokenKind::word || !line_[0].starts_line) return;
    if (std::find(names.begin(), names.end(), line_[0].text) == names.end()) return;
    const bool alone = line_.size() == 1;
    const bool takes_file = line_[0].text == "include";
    if (alone != (line_[0].text == "endif")) return;
    if (!alone && (takes_file ? line_[1].kind != TokenKind::string && !line_[1].is(Mark::less)
                              : line_[1].kind != TokenKind::word))
      return;
    diagnostics_.error(line_[0].place, Mistake::missing_hash, "a # is missing before " + quoted(line_[0].text),
                       Mend::write("#" + std::string(line_[0].text)));
    Token hash = line_[0];
    hash.kind = TokenKind::directive;
    hash.place.length = 1;
    line_.insert(line_.begin(), hash);
  }

  [[nodiscard]] bool is_on() const { return conditions_.empty() || conditions_.back().is_on; }
  [[nodiscard]] bool is_conditional() const {
    if (line_.size() < 2 || line_[0].kind != TokenKind::directive) return false;
    static constexpr std::array<std::string_view, 6> names{"if", "ifdef", "ifndef", "elif", "else", "endif"};
    return std::find(names.begin(), names.end(), line_[1].text) != names.end();
  }

  static std::span<const Directive> directives() {
    static constexpr std::array<Directive, 13> all{{{"define", &Preprocessor::define},
                                                    {"elif", &Preprocessor::go_on_with_elif},
                                                    {"else", &Preprocessor::go_on_with_else},
                                                    {"endif", &Preprocessor::end_condition},
                                                    {"error", &Preprocessor::tell_error},
                                                    {"if", &Preprocessor::begin_if},
                                                    {"ifdef", &Preprocessor::begin_ifdef},
                                                    {"ifndef", &Preprocessor::begin_ifndef},
                                                    {"include", &Preprocessor::include},
                                                    {"line", &Preprocessor::ignore},
                                                    {"pragma", &Preprocessor::keep_pragma},
                                                    {"undef", &Preprocessor::undefine},
                                                    {"warning", &Preprocessor::tell_warning}}};
    return all;
  }

  // Runs the directive, whose line becomes its result: nothing, or a pragma.
  void run_directive() {
    std::vector<Token> line;
    line.swap(line_);
    at_ = 0;
    if (line.size() < 2 || line[1].kind == TokenKind::number) return;  // "# 12" is how compilers write #line
    hash_ = line[0];
    name_ = line[1].text;
    place_ = joined(hash_.place, line[1].place);
    const Words words = Words(line).subspan(2);
    for (const Directive& directive : directives())
      if (directive.name == name_) return (this->*directive.run)(words);
    tell_of_unknown();
  }

  void tell_of_unknown() {
    if (name_ == "defined") {
      diagnostics_.error(place_, Mistake::missing_word, "'if' is missing between # and defined", Mend::write("#if"));
      return begin(is_on());
    }
    std::string_view near;
    for (const Directive& directive : directives()) {
      if (name_.size() > 2 * directive.name.size()) continue;
      if (near.empty() || letters_apart(name_, directive.name) < letters_apart(name_, near)) near = directive.name;
    }
    const bool is_near = !near.empty() && letters_apart(name_, near) <= std::min<std::size_t>(3, name_.size() / 2);
    diagnostics_.error(place_, Mistake::no_directive, quoted(directive()) + " is not a directive",
                       is_near ? "did you mean #" + std::string(near) + "?" : "");
    lacks_if_ = !is_near;  // it may have been an #if
    if (!is_near) return;
    if (near.starts_with("if")) conditions_.push_back({near, place_, true, true, true});
    if (near == "else") go_on_with_else({});
    if (near == "endif") end_condition({});
  }

  void ignore(Words /*words*/) {}

  [[nodiscard]] std::string directive() const { return "#" + std::string(name_); }

  void tell_of_more(Words words, const std::string& behind) {
    if (words.empty()) return;
    diagnostics_.warning(joined(words.front().place, words.back().place), Mistake::words_behind_directive,
                         "the text after " + behind + " has no effect", "put // before it");
  }

  // The name that a directive takes; empty if there is none.
  std::string_view only_name(Words words) {
    if (words.empty() || words.front().kind != TokenKind::word) {
      diagnostics_.error(words.empty() ? place_ : words.front().place, Mistake::nameless_directive,
                         directive() + " needs a name");
      return {};
    }
    tell_of_more(words.subspan(1), quoted(words.front().text).text);
    return words.front().text;
  }

  void define(Words words) {
    std::optional<Macro> macro = definition(words, place_, diagnostics_);
    if (!macro) return;
    if (!macro->takes_arguments) put_given(*macro);
    brackets_.mend(*macro);
    if (macros_.is_defined(macro->name)) {
      const Macro& earlier = macros_.macro(macros_.find(macro->name));
      if (earlier.place.length > 0 && !is_same(earlier, *macro)) tell_of_earlier(earlier, macro->place);
    }
    macros_.define(std::move(*macro));
  }

  void put_given(Macro& macro) {
    const auto found = given_.find(macro.name);
    if (found == given_.end()) return;
    const Place place = macro.body.empty() ? macro.place : joined(macro.body.front().place, macro.body.back().place);
    macro.body = tokens_in(arena_.text(found->second), arena_);
    for (Token& token : macro.body) token.place = place;
    if (!macro.body.empty()) macro.body.front().after_space = false;
  }

  void tell_of_earlier(const Macro& earlier, Place again) {
    constexpr std::size_t longest = 40;
    const std::string body = spelled(earlier.body);
    const bool is_short = !earlier.takes_arguments && body.size() <= longest;
    const std::string was = body.empty() ? "empty" : is_short ? body : "something else";
    diagnostics_.warning(
        again, Mistake::defined_twice,
        quoted(earlier.name) + " is redefined: it was " + was + " on " + line_of(source_, earlier.place));
  }

  void undefine(Words words) {
    const std::string_view name = only_name(words);
    if (!name.empty()) macros_.undefine(name);
  }

  void include(Words words) {
    if (read_header_name(words)) return;
    std::vector<Token> replaced;
    ListFeed feed(words);
    expander_.expand(feed, replaced);
    if (!read_header_name(replaced))
      diagnostics_.error(place_, Mistake::include_without_name, "#include takes the name of a header",
                         "write it between < and >");
  }

  bool read_header_name(Words words) {
    if (words.empty()) return false;
    std::size_t size = 1;
    std::string name;
    if (words.front().kind == TokenKind::string && words.front().text.starts_with('"')) {
      name = words.front().text.substr(1, words.front().text.size() - 2);
    } else if (words.front().is(Mark::less)) {
      while (size < words.size() && !words[size].is(Mark::greater)) ++size;
      if (size == words.size()) return false;
      name = spelled(words.subspan(1, size++ - 1));
    }
    if (name.empty()) return false;
    tell_of_more(words.subspan(size), "the header's name");
    add_header(name, joined(words.front().place, words[size - 1].place));
    return true;
  }

  void add_header(const std::string& name, Place place) {
    const FileInText* const file = is_known_header(name) ? nullptr : file_called(name);
    const bool is_known = file != nullptr || is_known_header(name);
    result_.includes.push_back({arena_.text(name), place, is_known});
    if (name == "math_constants.h") macros_.include_math_constants();
    if (file != nullptr) return include(*file, place);
    if (!is_known)
      diagnostics_.note(place, Mistake::header_not_read,
                        quoted(name) + " is not read: its definitions are unknown here");
  }

  // The file beside the including one, or else one in another folder.
  [[nodiscard]] const FileInText* file_called(const std::string& name) const {
    const std::string beside = name_beside(open_.back().file->name, name), in_folder = "/" + name;
    const FileInText* elsewhere = nullptr;
    for (std::size_t n = 1; n < files_.size(); ++n) {
      if (!beside.empty() && files_[n].name == beside) return &files_[n];
      if (elsewhere == nullptr && (files_[n].name == name || files_[n].name.ends_with(in_folder)))
        elsewhere = &files_[n];
    }
    return elsewhere;
  }

  void include(const FileInText& file, Place place) {
    constexpr std::size_t most_open = 64, most_in_all = 2000;
    if (once_.contains(file.name)) return;
    if (open_.size() >= most_open || result_.includes.size() > most_in_all) {
      diagnostics_.error(place, Mistake::endless_includes, "files include each other endlessly",
                         "begin each with #pragma once");
      throw Stop{};
    }
    open(file);
  }

  void tell_error(Words words) { diagnostics_.error(whole(words), Mistake::told_by_text, sentence(words)); }
  void tell_warning(Words words) { diagnostics_.warning(whole(words), Mistake::told_by_text, sentence(words)); }
  [[nodiscard]] Place whole(Words words) const { return words.empty() ? place_ : joined(place_, words.back().place); }
  [[nodiscard]] std::string sentence(Words words) const {
    return words.empty() ? directive() : directive() + ": " + as_typed(words);
  }

  // From the source, not from the tokens' texts: in prose, a quote may lack its end.
  [[nodiscard]] std::string as_typed(Words words) const {
    std::string text;
    for (const Token& word : words) {
      if (word.after_space && !text.empty()) text += ' ';
      text += source_.text().substr(word.place.offset, word.place.length);
    }
    return text;
  }

  void keep_pragma(Words words) {
    if (words.empty()) return;
    if (words.front().text == "once") {
      once_.insert(open_.back().file->name);
      return;
    }
    Token at = hash_;
    at.place = whole(words);
    line_.push_back(expander_.pragma(as_typed(words), at));
  }

  void begin_if(Words words) { begin(is_on() && holds_here(words)); }
  void begin_ifdef(Words words) { begin(is_on() && macros_.is_defined(only_name(words))); }
  void begin_ifndef(Words words) {
    const std::string_view name = is_on() ? only_name(words) : "";
    begin(!name.empty() && !macros_.is_defined(name));
  }

  void begin(bool holds) {
    if (conditions_.size() >= deepest) {
      diagnostics_.error(place_, Mistake::too_deep,
                         directive() + " is nested more than " + std::to_string(deepest) + " levels deep");
      throw Stop{};
    }
    const bool reached = is_on();
    conditions_.push_back({name_, place_, open_.size(), reached, holds, reached && holds});
  }

  bool holds_here(Words words) {
    std::vector<Token> replaced;
    ListFeed feed(words);
    expander_.expand(feed, replaced, true);
    return holds(replaced, place_, diagnostics_);
  }

  // The #if that the directive belongs to; null if there is none.
  Condition* open_condition() {
    if (!conditions_.empty() && conditions_.back().file == open_.size()) return &conditions_.back();
    if (!std::exchange(lacks_if_, name_ != "endif"))
      diagnostics_.error(place_, name_ == "endif" ? Mistake::stray_endif : Mistake::stray_directive,
                         "this " + directive() + " has no #if");
    return nullptr;
  }

  bool stands_behind_else(const Condition& condition) {
    if (condition.has_else)
      diagnostics_.error(place_, Mistake::stray_directive,
                         "this " + directive() + " comes after the #else of the same #if");
    return condition.has_else;
  }

  void go_on_with_elif(Words words) {
    Condition* const condition = open_condition();
    if (condition == nullptr || stands_behind_else(*condition)) return;
    condition->is_on = condition->is_reached && !condition->is_taken && holds_here(words);
    condition->is_taken = condition->is_taken || condition->is_on;
  }

  void go_on_with_else(Words words) {
    Condition* const condition = open_condition();
    if (condition == nullptr || stands_behind_else(*condition)) return;
    if (condition->is_reached) tell_of_more(words, "#else");
    condition->is_on = condition->is_reached && !condition->is_taken;
    condition->is_taken = true;
    condition->has_else = true;
  }

  void end_condition(Words words) {
    Condition* const condition = open_condition();
    if (condition == nullptr) return;
    if (condition->is_reached) tell_of_more(words, "#endif");
    conditions_.pop_back();
  }

  void tell_of_open_conditions() {
    for (const Condition& condition : conditions_) tell_of_open_condition(condition);
  }
  void tell_of_open_condition(const Condition& condition) {
    diagnostics_.error(condition.place, Mistake::missing_endif,
                       "this #" + std::string(condition.name) + " has no #endif");
  }

  const Source& source_;
  const Definitions& given_;
  Arena& arena_;
  Diagnostics& diagnostics_;
  Preprocessed result_;
  std::vector<FileInText> files_;  // the source itself, and the files it includes
  struct Open {
    const FileInText* file;
    Lexer lexer;
  };
  std::deque<Open> open_;  // each included by the one before it
  std::set<std::string_view> once_;
  MacroTable macros_;
  MacroBrackets brackets_;
  Expander expander_;
  std::vector<Condition> conditions_;
  bool lacks_if_ = false;  // an #else or #elif without #if was reported; its #endif is still to come
  std::vector<Token> line_;
  std::size_t at_ = 0;  // index in line_
  Token hash_;          // of the directive being run
  std::string_view name_;
  Place place_;  // of the # and the name
  Place here_;   // of the line's first token
};

}  // namespace

Preprocessed preprocess(const Source& source, const Definitions& given, Arena& arena, Diagnostics& diagnostics,
                        const Definitions& defined) {
  Preprocessor preprocessor(source, given, arena, diagnostics);
  preprocessor.define(defined);
  return preprocessor.run();
}

}  // namespace tilescope::language
